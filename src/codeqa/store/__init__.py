"""The index on disk: LanceDB tables under one commit point, a writer, and readers that never wait."""
