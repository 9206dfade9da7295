"""How long it takes until the table is on the screen: ``python -m tests.tui.startup``.

A clock in a test fails on a busy machine, so this is a program: it starts the command in a terminal of its
own, waits for the first picture, and prints the best and the middle time, and the processor's.
"""

from __future__ import annotations

import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time

TIMES = 9
COMMANDS = {"the first screen": ("play",), "straight to a table": ("play", "deluxe", "--players", "3")}
SIGNS = (b"Deal the cards", b"Your turn")


def measure(*words: str) -> tuple[float, float]:
    """Seconds from the start to the first picture of a table, by the clock and by the processor."""
    master, slave = pty.openpty()
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLUMNS": "80",
            "LINES": "24",
            "TAMAYA_HOME": home,
        }
        started = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", "from tamaya.cli import main; main()", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        drawn = b""
        while not any(sign in drawn for sign in SIGNS):
            ready, _, _ = select.select([master], [], [], 60)
            assert ready, "nothing is drawn"
            drawn += os.read(master, 1 << 16)
        took = time.perf_counter() - started
        process.kill()
        _, _, usage = os.wait4(process.pid, 0)
        os.close(master)
    return took, usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print the times."""
    for name, words in COMMANDS.items():
        measured = [measure(*words) for _ in range(TIMES)]
        times, processor = [took for took, _ in measured], min(used for _, used in measured)
        print(f"{name:<20} {min(times):.2f} s   {statistics.median(times):.2f} s   {processor:.2f} s")


if __name__ == "__main__":
    main()
