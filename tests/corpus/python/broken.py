def before():
    return helper(1)


class Half(
    def lost(self):
        pass


def after(value):
    """Still found."""
    return before()
