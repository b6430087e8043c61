"""What the commands print: results on stdout, progress and notes on stderr, colour only on a terminal."""
