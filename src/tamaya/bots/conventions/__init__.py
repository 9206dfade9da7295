"""How clues are read by the conventions of the H-Group, seat by seat."""
