"""What may befall an index, each a part of the reliability campaign."""
