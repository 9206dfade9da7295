"""Numbers and limits of several processes, and what is made of them."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.parser import text_string_to_metric_families

from tamaya.server import metrics
from tamaya.server.settings import Settings
from tamaya.server.worker_metrics import FOLDER, shared_numbers
from tests.server.conftest import Postgres
from tests.server.driver import OPEN, people
from tests.server.test_readiness import answering, children, workers

pytestmark = pytest.mark.anyio

MONITORING = Path(__file__).parents[2] / "deploy" / "monitoring"


async def numbers(http: httpx.AsyncClient) -> dict[str, float]:
    """Some numbers, from whichever process answers."""
    response = await http.get("/metrics", headers={"Connection": "close"})
    return {
        sample.name: sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
        if not sample.labels
    }


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
async def test_several_processes_tell_the_same_numbers(postgres: Postgres, tmp_path: Path) -> None:
    with workers(postgres.fresh(), tmp_path, 2) as (process, base, log):
        async with httpx.AsyncClient(base_url=base, timeout=20) as http:
            await answering(http)
            async with people(base, *(f"Ann {number}" for number in range(6))) as persons:
                pairs = [persons[:2], persons[2:4], persons[4:]]
                for one, two in pairs:
                    table = await one.set_up(rules="deluxe", seats=[OPEN, OPEN], first=0)
                    await one.join(table)
                    await two.join(table)
                    await two.do("sit", seat=1)
                    while not one.table["seats"][1]["taken"]:
                        await one.hear()
                    await one.do("start")
                    await one.act("cB1")
                    await two.next("moved")
                found = [await numbers(http) for _ in range(12)]
                assert {each["tamaya_connections"] for each in found} == {6}
                assert {each["tamaya_moves_total"] for each in found} == {3}
                assert {each["tamaya_tables_opened_total"] for each in found} == {3}
                # Those of a process that was killed are open no more.
                for worker in children(process):
                    os.kill(worker, signal.SIGKILL)
                await answering(http)
                async with asyncio.timeout(30):
                    while (await numbers(http))["tamaya_connections"] != 0:
                        await asyncio.sleep(0.2)
                assert (await numbers(http))["tamaya_tables_opened_total"] == 3
        process.terminate()
        await asyncio.to_thread(process.wait, 40)
        assert "Traceback" not in log.read_text()


async def test_the_folder_of_the_numbers_comes_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    monkeypatch.delenv("TAMAYA_WORKERS", raising=False)
    with shared_numbers(4):
        folder = Path(os.environ[FOLDER])
        assert folder.is_dir()
        assert os.environ["TAMAYA_WORKERS"] == "4"
    assert not folder.exists()
    assert FOLDER not in os.environ
    with shared_numbers(1):
        assert FOLDER not in os.environ


async def test_limits_are_divided_by_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAMAYA_DATABASE", "postgresql://h/d")
    monkeypatch.setenv("TAMAYA_WORKERS", "4")
    assert Settings.from_environment().workers == 4


# What is made of them.


def known() -> set[str]:
    """The names of all numbers, as Prometheus asks for them."""
    found: set[str] = set()
    for each in vars(metrics).values():
        if isinstance(each, Counter | Gauge | Histogram):
            [family] = each.describe()
            ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
            found |= {family.name + end for end in ends}
    return found


@pytest.mark.parametrize("name", ["grafana-dashboard.json", "alerts.yml"])
async def test_every_number_that_is_looked_at_exists(name: str) -> None:
    text = (MONITORING / name).read_text(encoding="utf-8")
    used = set(re.findall(r"\btamaya_[a-z_]+\b", text))
    assert len(used) > 4
    assert used - known() == set()


async def test_every_number_is_looked_at() -> None:
    board = (MONITORING / "grafana-dashboard.json").read_text(encoding="utf-8")
    for name in {re.sub(r"_(bucket|sum|count)$", "", each) for each in known()}:
        assert name in board


async def test_the_dashboard_can_be_read() -> None:
    board = json.loads((MONITORING / "grafana-dashboard.json").read_text(encoding="utf-8"))
    ids = [panel["id"] for panel in board["panels"]]
    assert len(set(ids)) == len(ids)
    assert all(panel["targets"] for panel in board["panels"])


async def test_gauges_are_summed_over_living_processes() -> None:
    for gauge in (metrics.CONNECTIONS, metrics.TABLES):
        assert gauge._multiprocess_mode == "livesum"
