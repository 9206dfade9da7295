"""Benchmarks: us and a peer side by side in one run."""
