"""Commands and their options; what they do is imported when they run, so that help comes at once.

The catalogue has their help: ``command-help.COMMAND.about``, and a sentence for each parameter.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from tamaya.cli.language import reader_of, told_to_children
from tamaya.rules.errors import TamayaError
from tamaya.words import Reader, knows, say

SECTIONS = {
    "play": ("serve", "play", "join", "replay"),
    "read": ("rules", "editions", "bots"),
    "study": ("review", "arena"),
    "care": ("doctor",),
}
"""heading: the commands below it"""


class _Spoken:
    """Writes the headings of a command's help in the language of the context's object."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        usage = say("command-help.heading.usage", ctx.obj)
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=usage)

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        self.get_help_option(ctx).help = say("command-help.any.help", ctx.obj)
        for kind in ("argument", "option"):
            parameters = [one for one in self.get_params(ctx) if one.param_type_name == kind]
            rows = [row for row in (one.get_help_record(ctx) for one in parameters) if row]
            if rows:
                with formatter.section(say(f"command-help.heading.{kind}s", ctx.obj)):
                    formatter.write_dl(rows)


class _Command(_Spoken, TyperCommand):
    """A command of ours."""


class _Sections(_Spoken, TyperGroup):
    """Lists commands by what they are for."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        sorted_in = {name for names in SECTIONS.values() for name in names}
        rest = tuple(name for name in self.list_commands(ctx) if name not in sorted_in)
        for heading, names in {**SECTIONS, "more": rest}.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            rows = [(name, command.get_short_help_str(90)) for name, command in found if command]
            if rows:
                with formatter.section(say(f"command-help.heading.{heading}", ctx.obj)):
                    formatter.write_dl(rows)


app = typer.Typer(
    cls=_Sections,
    invoke_without_command=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

as_command = app.command(cls=_Command)
LOOPBACK = "127.0.0.1"
RULES = "EDITION[+PART...]"
Json = Annotated[bool, typer.Option("--json")]


@as_command
def serve(
    context: typer.Context,
    host: str = LOOPBACK,
    port: Annotated[int | None, typer.Option(min=1, max=65535)] = None,
    data: Path | None = None,
    browser: bool = True,
    workers: Annotated[int, typer.Option(min=1)] = 1,
    json_logs: Annotated[bool, typer.Option("--json-logs")] = False,
) -> None:
    """``tamaya serve``, and ``tamaya`` by itself."""
    from tamaya.cli.serve import open_table

    open_table(
        context.obj,
        host=host,
        port=port,
        data=data,
        browser=browser,
        workers=workers,
        json_logs=json_logs,
    )


@as_command
def play(
    context: typer.Context,
    rules: Annotated[str | None, typer.Argument(metavar=RULES)] = None,
    players: Annotated[int | None, typer.Option("--players", "-p")] = None,
    name: str | None = None,
    people: Annotated[str | None, typer.Option(metavar="NUMBER|NAME,...")] = None,
    bot: str | None = None,
    seed: str | None = None,
    save: Path | None = None,
    plain: Annotated[bool, typer.Option("--plain")] = False,
) -> None:
    """``tamaya play``."""
    from tamaya.tui.launch import Wanted
    from tamaya.tui.launch import play as open_table

    wanted = Wanted(rules, players, _name(name, context), people, bot, seed, save, context.obj)
    open_table(wanted, plain=plain)


@as_command
def join(
    context: typer.Context,
    link: Annotated[str, typer.Argument(metavar="LINK")],
    name: str | None = None,
    watch: Annotated[bool, typer.Option("--watch")] = False,
) -> None:
    """``tamaya join``."""
    from tamaya.cli.join import join_table

    join_table(link, context.obj, name=_name(name, context), watch=watch)


@as_command
def rules(
    context: typer.Context,
    rules: Annotated[str, typer.Argument(metavar=RULES)] = "deluxe",
    json: Json = False,
) -> None:
    """``tamaya rules``."""
    from tamaya.cli.rules import show_rules

    show_rules(rules, context.obj, as_json=json)


@as_command
def editions(context: typer.Context, json: Json = False) -> None:
    """``tamaya editions``."""
    from tamaya.cli.rules import show_editions

    show_editions(context.obj, as_json=json)


@as_command
def bots(context: typer.Context, json: Json = False) -> None:
    """``tamaya bots``."""
    from tamaya.cli.bots import show_bots

    show_bots(context.obj, as_json=json)


@as_command
def replay(
    context: typer.Context,
    file: Path,
    turn: int | None = None,
    seat: str | None = None,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    json: Json = False,
) -> None:
    """``tamaya replay``."""
    from tamaya.cli.replay import open_replay

    open_replay(file, context.obj, turn=turn, seat=seat, plain=plain, as_json=json)


@as_command
def review(
    context: typer.Context,
    file: Path,
    moves: Annotated[bool, typer.Option("--moves")] = False,
    json: Json = False,
    html: Annotated[Path | None, typer.Option(metavar="OUT")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT")] = None,
    seconds: Annotated[float | None, typer.Option(min=0)] = None,
    rollouts: Annotated[int | None, typer.Option(min=0)] = None,
    quick: Annotated[bool, typer.Option("--quick")] = False,
) -> None:
    """``tamaya review``."""
    from tamaya.cli.review import show_review

    show_review(
        file,
        context.obj,
        as_json=json,
        html=html,
        svg=svg,
        seconds=seconds,
        rollouts=rollouts,
        quick=quick,
        moves=moves,
    )


@as_command
def arena(
    context: typer.Context,
    bots: list[str],
    players: Annotated[str, typer.Option("--players", "-p")] = "2",
    rules: str = "deluxe",
    games: Annotated[int, typer.Option(min=1)] = 1000,
    seed: str = "1",
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    ray: Annotated[str, typer.Option(metavar="ADDRESS")] = "",
    keep: Path | None = None,
    cross: Annotated[bool, typer.Option("--cross")] = False,
    compiled: Annotated[bool, typer.Option("--compiled")] = False,
    csv: Path | None = None,
    plot: Path | None = None,
    json: Json = False,
) -> None:
    """``tamaya arena``."""
    from tamaya.cli.arena import measure

    measure(
        bots,
        context.obj,
        players=players,
        rules=rules,
        games=games,
        seed=seed,
        workers=workers,
        ray=ray,
        keep=keep,
        cross=cross,
        compiled=compiled,
        csv=csv,
        plot=plot,
        as_json=json,
    )


@as_command
def doctor(context: typer.Context, json: Json = False) -> None:
    """``tamaya doctor``."""
    from tamaya.cli.doctor import examine

    raise typer.Exit(examine(context.obj, as_json=json))


def _name(name: str | None, context: typer.Context) -> str:
    return say("home.guest", context.obj) if name is None else name


def _show_version(wanted: bool) -> None:
    if wanted:
        from tamaya import __version__

        print(f"tamaya {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    _language: Annotated[str, typer.Option("--language", metavar="LANGUAGE")] = "",
    _version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True)] = False,
) -> None:
    """Without a command, serve; ``--language`` has been read by then, since the help speaks it too."""
    if context.invoked_subcommand is None:
        serve(context)


def main() -> None:
    """Run the command; a mistake of the caller's gets a sentence, never a traceback."""
    reader = reader_of(sys.argv[1:], os.environ)
    try:
        with told_to_children(reader):
            command(reader)(obj=reader)
    except TamayaError as error:
        sys.exit(say("command.failed", reader, cause=error.message))
    except BrokenPipeError:
        # The reader, such as head, has had enough.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        name = error.filename or say("command.file", reader)
        sys.exit(say("command.file-failed", reader, file=str(name), cause=error.strerror or str(error)))


def command(reader: Reader) -> Any:
    """The command with its help in the reader's language."""
    root: Any = typer.main.get_command(app)
    root.epilog = say("command-help.tamaya.epilog", reader)
    for name, one in {"tamaya": root, **root.commands}.items():
        one.help = say(f"command-help.{name}.about", reader)
        for parameter in one.params:
            parameter.help = say(_help_code(name, parameter.name), reader)
    return root


def _help_code(name: str, parameter: str) -> str:
    key = parameter.strip("_").replace("_", "-")
    own = f"command-help.{name}.{key}"
    return own if knows(own) else f"command-help.any.{key}"
