"""One table as a pure fold over its log: what a command leads to, what an entry changes, and who sees what.

Server and terminal are shells around it. They hand in the clock, the randomness and the store.
"""
