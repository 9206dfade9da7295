"""What Prometheus may ask for."""

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("tamaya_moves_total", "Moves that took effect, at all tables.")
CONNECTIONS = Gauge("tamaya_connections", "Open sockets.")
REFUSED = Counter("tamaya_refused_total", "Messages and requests that were refused.", ["code"])
APPEND_SECONDS = Histogram(
    "tamaya_append_seconds",
    "From a legal message to its entry on disk.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
)
CUT = Counter(
    "tamaya_connections_cut_total",
    "Connections that were refused or ended: too many of them (full, address), too slow (head, body), or not"
    " reading (unread).",
    ["why"],
)
REQUEST_SECONDS = Histogram(
    "tamaya_request_seconds",
    "From a request to the end of its answer.",
    ["route", "status"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
SERVER_ERRORS = Counter("tamaya_server_errors_total", "Requests that were answered with 5xx.", ["route"])
