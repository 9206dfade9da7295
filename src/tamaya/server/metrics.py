"""What Prometheus may ask for. With several processes, counters and gauges are sums over all of them."""

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("tamaya_moves_total", "Moves that took effect, at all tables.")
CONNECTIONS = Gauge("tamaya_connections", "Open sockets.", multiprocess_mode="livesum")
TABLES = Gauge("tamaya_tables", "Tables in memory.", multiprocess_mode="livesum")
TABLES_OPENED = Counter(
    "tamaya_tables_opened_total", "Tables that were set up, and records that were brought."
)
REFUSED = Counter("tamaya_refused_total", "Messages and requests that were refused.", ["code"])
BROKEN_LOGS = Counter("tamaya_broken_logs_total", "Tables that were found to have an unreadable log.")
DATABASE_FAULTS = Counter(
    "tamaya_database_faults_total", "Attempts to write or listen that the database failed."
)
UNCERTAIN = Counter("tamaya_uncertain_total", "Entries of which it was not known whether they were stored.")
BOT_FALLBACKS = Counter(
    "tamaya_bot_fallbacks_total", "Moves that were made for a bot that failed or took too long."
)
STUDIES = Counter("tamaya_studies_total", "Reviews and verdicts, by how they ended.", ["kind", "end"])
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
