"""The HTTP API: JSON under ``/api/v1``, server-sent events for what takes time, and the web app's files at ``/``."""
