"""The addresses of the API, one file a subject."""
