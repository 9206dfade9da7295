"""What those who run a server can do besides playing: copies, repairs, people and games."""
