"""The table in the browser: a server on one's own machine, or for a club."""
