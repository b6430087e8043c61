größe = "ß"; total = 1


class Käfer:
    """Ein Käfer."""

    def läuft(self): return "🐞", schritt(größe)
