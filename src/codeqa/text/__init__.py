"""Words of code: identifiers split, stems, token counts."""
