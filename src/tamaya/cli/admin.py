"""``tamaya admin``: what those who run a server need besides playing.

Commands that need the database for themselves hold its lock and say who has it; all others work beside a
running server, which hears of what they change.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import typer

from tamaya.cli.options import Json
from tamaya.rules import TamayaError
from tamaya.server.admin import copies, games, guests, logs
from tamaya.server.admin.office import Office, office
from tamaya.server.database import open_engine, sqlite_path
from tamaya.server.lock import exclusive
from tamaya.server.migrations import move, newest_revision
from tamaya.server.settings import Settings
from tamaya.server.trouble import Trouble
from tamaya.words import Message, Reader, say

Got = TypeVar("Got")
Data: TypeAlias = Annotated[Path | None, typer.Option("--data")]
Force: TypeAlias = Annotated[bool, typer.Option("--force")]
Yes: TypeAlias = Annotated[bool, typer.Option("--yes", "-y")]
Limit: TypeAlias = Annotated[int, typer.Option("--limit", min=1, max=100_000)]

WRONG = 1
"""The exit code where something was found to be wrong."""


# Copies.


def backup(
    context: typer.Context, file: Path, data: Data = None, force: Force = False, json: Json = False
) -> None:
    """Copy the database while a server runs, and check the copy."""
    copy = copies.backup(_database(data), file, _bar(context.obj, quiet=json), force=force)
    if not json and copy.tables < 0:
        print(say("admin.dumped", context.obj, file=copy.file))
        return
    _print_copy(context.obj, "admin.backed-up", copy, json=json)


def restore(
    context: typer.Context, file: Path, data: Data = None, force: Force = False, json: Json = False
) -> None:
    """Put a copy in the place of the database."""
    copy = copies.restore(_database(data), file, _bar(context.obj, quiet=json), force=force)
    _print_copy(context.obj, "admin.restored", copy, json=json)
    if copy.replaced and not json:
        print(say("admin.replaced", context.obj, file=copy.replaced))


def _print_copy(reader: Reader, code: str, copy: copies.Copy, *, json: bool) -> None:
    if json:
        _print_json(asdict(copy))
        return
    megabytes = copy.bytes / 1e6
    message = Message(code, file=copy.file, tables=copy.tables, entries=copy.entries, megabytes=megabytes)
    print(say(message, reader))


# Logs.


def verify(context: typer.Context, data: Data = None, json: Json = False) -> None:
    """Read every log; the exit code is 1 if one cannot be read."""
    report = _in_office(data, lambda here: logs.verify(here, _bar(context.obj, quiet=json)))
    if json:
        _print_json({"good": report.is_good, **asdict(report)})
    else:
        _print_report(context.obj, report)
    raise typer.Exit(0 if report.is_good else WRONG)


def repair(context: typer.Context, data: Data = None, yes: Yes = False, json: Json = False) -> None:
    """Cut the logs that cannot be read where they break; what is taken away is kept in a file."""
    database = _database(data)
    with exclusive(database):
        report = _in_office(data, lambda here: logs.verify(here, _bar(context.obj, quiet=json)))
        if not json:
            _print_report(context.obj, report)
        if not report.broken:
            if json:
                _print_json({"repaired": [], "kept": ""})
            raise typer.Exit(WRONG if report.faults else 0)
        _confirm(context.obj, Message("admin.repair-ask", count=len(report.broken)), yes=yes)
        path = sqlite_path(database)
        kept = logs.Kept(path.parent if path else Path.cwd())

        async def mend(here: Office) -> list[logs.Repair]:
            return [await logs.repair(here, broken, kept) for broken in report.broken]

        try:
            done = _in_office(data, mend)
        finally:
            kept.close()
    if json:
        _print_json({"repaired": [asdict(each) for each in done], "kept": str(kept.path)})
        return
    for each in done:
        code = f"admin.repaired-{each.done}"
        print(say(Message(code, table=each.table, kept=each.kept, lost=each.lost), context.obj))
    print(say("admin.kept", context.obj, file=str(kept.path)))


def _print_report(reader: Reader, report: logs.Report) -> None:
    for fault in report.faults:
        print(say("admin.fault", reader, cause=fault))
    for broken in report.broken:
        print(say("admin.broken-table", reader, table=broken.table, entry=broken.entry, why=broken.why))
    if report.is_good:
        print(say("admin.all-good", reader, tables=report.tables, entries=report.entries))
    else:
        print(say("admin.not-good", reader, tables=report.tables, broken=len(report.broken)))


# The shape of the database.


def migrate(
    context: typer.Context,
    revision: Annotated[str, typer.Argument(metavar="[REVISION]")] = "",
    data: Data = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Bring the database up or down to a revision."""
    database, wanted = _database(data), revision or newest_revision()
    path = sqlite_path(database)
    copy = ""
    with exclusive(database):
        if path is not None:
            if not path.exists():
                raise Trouble("trouble.no-database", file=str(path))
            if wanted < newest_revision():
                _confirm(context.obj, Message("admin.migrate-ask", revision=wanted), yes=yes)
            aside = path.with_name(f"{path.name}.before-{wanted}")
            copy = copies.backup(database, aside, _bar(context.obj, quiet=json), force=True).file
        before, after = asyncio.run(_move(database, wanted))
    if json:
        _print_json({"before": before, "after": after, "copy": copy})
        return
    print(say("admin.migrated", context.obj, before=before or "-", after=after))
    if copy:
        print(say("admin.replaced", context.obj, file=copy))


async def _move(database: str, revision: str) -> tuple[str, str]:
    engine = open_engine(database)
    try:
        return await move(engine, revision)
    finally:
        await engine.dispose()


# Games.


def prune(
    context: typer.Context,
    older_than: Annotated[str, typer.Option("--older-than", metavar="365d")],
    unfinished: Annotated[bool, typer.Option("--unfinished")] = False,
    every: Annotated[bool, typer.Option("--all")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run")] = False,
    yes: Yes = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Delete games at which nothing has happened for so long."""
    age = games.read_age(older_than)
    which: games.Which = "all" if every else "unfinished" if unfinished else "finished"

    async def delete(here: Office, *, dry: bool) -> games.Pruned:
        return await games.prune(here, age, which, _bar(context.obj, quiet=json), dry=dry)

    found = _in_office(data, lambda here: delete(here, dry=True))
    if not dry_run and found.tables:
        _confirm(context.obj, Message("admin.prune-ask", count=found.tables), yes=yes)
        found = _in_office(data, lambda here: delete(here, dry=False))
    if json:
        _print_json(asdict(found))
        return
    code = "admin.would-prune" if found.dry else "admin.pruned"
    print(say(Message(code, count=found.tables, deals=found.kept_deals), context.obj))


def list_tables(
    context: typer.Context,
    limit: Limit = 50,
    unfinished: Annotated[bool, typer.Option("--unfinished")] = False,
    uploaded: Annotated[bool, typer.Option("--uploaded")] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """List the tables that changed last."""
    which: games.Which = "unfinished" if unfinished else "all"
    rows = _in_office(data, lambda here: games.tables(here, limit, which, uploaded=uploaded))
    lines = [
        (row.id, row.changed[:16].replace("T", " "), row.phase, row.rules, ", ".join(row.names))
        for row in rows
    ]
    _print_rows(context.obj, lines, [asdict(row) for row in rows], json=json)


def show_table(
    context: typer.Context,
    table: str,
    talk: Annotated[bool, typer.Option("--talk")] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Show a table without its cards."""
    found = _in_office(data, lambda here: games.show(here, table))
    if json:
        plain = asdict(found)
        _print_json(plain if talk else {key: value for key, value in plain.items() if key != "said"})
        return
    row = found.table
    print(_clean("  ".join((row.id, row.changed[:16].replace("T", " "), row.phase, row.rules))))
    facts = Message("admin.table-facts", entries=found.entries, actions=found.actions, said=len(found.said))
    print(say(facts, context.obj))
    for id_, name in found.members:
        print(_clean(f"  {id_}  {name}"))
    for name, text in found.said if talk else ():
        print(_clean(f"  {name}: {text}"))


def delete_table(
    context: typer.Context, table: str, yes: Yes = False, data: Data = None, json: Json = False
) -> None:
    """Delete a table, or a record that was brought, whoever has a part in it."""
    _confirm(context.obj, Message("admin.delete-ask", table=table), yes=yes)
    _in_office(data, lambda here: games.remove(here, table))
    _print_done(context.obj, Message("admin.deleted", table=table), {"deleted": table}, json=json)


def close_talk(context: typer.Context, table: str, data: Data = None, json: Json = False) -> None:
    """Let no one talk at a table any more."""
    _in_office(data, lambda here: games.set_talk(here, table, closed=True))
    _print_done(context.obj, Message("admin.talk-closed", table=table), {"closed": table}, json=json)


def open_talk(context: typer.Context, table: str, data: Data = None, json: Json = False) -> None:
    """Let people talk at a table again."""
    _in_office(data, lambda here: games.set_talk(here, table, closed=False))
    _print_done(context.obj, Message("admin.talk-opened", table=table), {"opened": table}, json=json)


# Guests.


def list_guests(
    context: typer.Context,
    search: Annotated[str, typer.Option("--search")] = "",
    banned: Annotated[bool, typer.Option("--banned")] = False,
    limit: Limit = 50,
    data: Data = None,
    json: Json = False,
) -> None:
    """List guests, the latest first."""
    rows = _in_office(data, lambda here: guests.guests(here, limit, search, banned=banned))
    mark = say("admin.banned-mark", context.obj)
    lines = [
        (row.id, row.created[:10], str(row.tables), row.name, mark if row.banned else "") for row in rows
    ]
    _print_rows(context.obj, lines, [asdict(row) for row in rows], json=json)


def rename_guest(
    context: typer.Context, guest: str, name: str, data: Data = None, json: Json = False
) -> None:
    """Call a guest by another name."""

    async def rename(here: Office) -> str:
        return (await guests.give_name(here, await here.find_guest(guest), name)).id

    found = _in_office(data, rename)
    _print_done(context.obj, Message("admin.renamed", guest=found, name=name), {"renamed": found}, json=json)


def ban_guest(context: typer.Context, guest: str, data: Data = None, json: Json = False) -> None:
    """Let a guest do nothing but watch."""
    found = _in_office(data, lambda here: _ban(here, guest, banned=True))
    _print_done(context.obj, Message("admin.banned", guest=found), {"banned": found}, json=json)


def unban_guest(context: typer.Context, guest: str, data: Data = None, json: Json = False) -> None:
    """Let a guest play again."""
    found = _in_office(data, lambda here: _ban(here, guest, banned=False))
    _print_done(context.obj, Message("admin.unbanned", guest=found), {"unbanned": found}, json=json)


async def _ban(here: Office, guest: str, *, banned: bool) -> str:
    found = await here.find_guest(guest)
    await guests.ban(here, found, banned=banned)
    return found.id


def forget_guest(
    context: typer.Context, guest: str, yes: Yes = False, data: Data = None, json: Json = False
) -> None:
    """Delete all that is stored about a person."""
    found = _in_office(data, lambda here: here.find_guest(guest))
    _confirm(context.obj, Message("admin.forget-ask", guest=found.id, name=found.name), yes=yes)
    done = _in_office(data, lambda here: guests.forget(here, found))
    message = Message("admin.forgotten", guest=found.id, deleted=done.deleted, changed=done.changed)
    _print_done(context.obj, message, asdict(done), json=json)


# What was done.


def log(context: typer.Context, limit: Limit = 50, data: Data = None, json: Json = False) -> None:
    """List what administrators did."""
    acts = _in_office(data, lambda here: here.acts(limit))
    lines = [(act.at[:19].replace("T", " "), act.by, act.act, act.subject, act.detail) for act in acts]
    _print_rows(context.obj, lines, [asdict(act) for act in acts], json=json)


Tree: TypeAlias = Mapping[str, "Callable[..., None] | Tree"]

admin: Tree = {
    "backup": backup,
    "restore": restore,
    "verify": verify,
    "repair": repair,
    "migrate": migrate,
    "prune": prune,
    "tables": {
        "list": list_tables,
        "show": show_table,
        "delete": delete_table,
        "close-talk": close_talk,
        "open-talk": open_talk,
    },
    "guests": {
        "list": list_guests,
        "rename": rename_guest,
        "ban": ban_guest,
        "unban": unban_guest,
        "forget": forget_guest,
    },
    "log": log,
}
"""The commands below ``tamaya admin``."""


def _database(data: Path | None) -> str:
    """The address of the database that is meant."""
    if data is not None:
        os.environ["TAMAYA_HOME"] = str(data)
    return Settings.from_environment().database


def _in_office(data: Path | None, work: Callable[[Office], Awaitable[Got]]) -> Got:
    async def run() -> Got:
        async with office(_database(data)) as here:
            return await work(here)

    return asyncio.run(run())


def _confirm(reader: Reader, question: Message, *, yes: bool) -> None:
    """Ask before something is done that cannot be undone; programs say yes beforehand."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise Trouble("trouble.needs-yes")
    answer = input(f"{say(question, reader)} [y/N] ")
    if answer.strip().casefold() not in ("y", "yes", say("admin.yes", reader).casefold()):
        raise _Kept("trouble.nothing-done")


class _Kept(TamayaError):
    """The person at the keyboard has thought better of it."""


def _bar(reader: Reader, *, quiet: bool) -> copies.Progress:
    """Tells people at a terminal how far long work is."""
    if quiet or not sys.stderr.isatty():
        return lambda _done, _total: None

    def tell(done: int, total: int) -> None:
        end = "\n" if done >= total else ""
        sys.stderr.write(f"\r{say('admin.progress', reader, done=done, total=total)}{end}")
        sys.stderr.flush()

    return tell


def _print_rows(
    reader: Reader, lines: Sequence[Sequence[str]], plain: Sequence[dict[str, Any]], *, json: bool
) -> None:
    if json:
        _print_json(list(plain))
        return
    if not lines:
        print(say("admin.none", reader))
        return
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print(_clean("  ".join(cells).rstrip()))


def _print_done(reader: Reader, message: Message, plain: dict[str, Any], *, json: bool) -> None:
    if json:
        _print_json(plain)
    else:
        print(say(message, reader))


def _print_json(plain: object) -> None:
    print(dumps(plain, ensure_ascii=False, indent=1))


def _clean(text: str) -> str:
    """A name or a remark may hold what a terminal would obey."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
