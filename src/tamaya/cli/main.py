"""The command and its help; a command's options stand in its own module, which is imported when it runs.

The catalogue has the help: ``command-help.COMMAND.about``, and a sentence for each parameter.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from itertools import chain
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from tamaya.cli.language import reader_of, told_to_children
from tamaya.rules.errors import TamayaError
from tamaya.words import ENGLISH, LANGUAGES, Reader, knows, say

SECTIONS = {
    "play": ("serve", "play", "join", "replay", "games"),
    "read": ("rules", "editions", "bots"),
    "study": ("review", "arena", "exam"),
    "care": ("doctor", "admin"),
}
"""heading: the commands below it"""
MODULES = {"join": "play", "editions": "rules", "bots": "rules"}
"""Where a command stands, if not in a module of its own name."""


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
    """Lists commands by what they are for, and imports the module of one when it is asked for."""

    reader = ENGLISH

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands:
            return None
        module = import_module(f"tamaya.cli.{MODULES.get(cmd_name, cmd_name)}")
        return _built(cmd_name, getattr(module, cmd_name), self.reader)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for heading, names in SECTIONS.items():
            with formatter.section(say(f"command-help.heading.{heading}", ctx.obj)):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(90)) for name in names])


class _Branch(_Spoken, TyperGroup):
    """A command that has commands below it."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        with formatter.section(say("command-help.heading.commands", ctx.obj)):
            rows = [(name, below.get_short_help_str(90)) for name, below in self.commands.items()]
            formatter.write_dl(rows)


app = typer.Typer(
    cls=_Sections,
    invoke_without_command=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
        from tamaya.cli.serve import serve

        serve(context)


def main() -> None:
    """Run the command; a mistake of the caller's gets a sentence, never a traceback."""
    # Loading a program makes many objects and hardly any that must be found again.
    gc.set_threshold(50_000, 50, 100)
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
    root: Any = _with_help("tamaya", typer.main.get_command(app), reader)
    root.reader, root.epilog = reader, say("command-help.tamaya.epilog", reader)
    for name in chain.from_iterable(SECTIONS.values()):
        # Only what the list of commands says; the rest is imported with the command's module.
        root.commands[name] = TyperCommand(name, help=say(f"command-help.{name}.about", reader))
    return root


def _built(path: str, found: Any, reader: Reader) -> Any:
    """A command from its function, or a group from the commands below it; ``path`` is joined by hyphens."""
    name = path.rpartition("/")[2]
    if isinstance(found, Mapping):
        below = {each: _built(f"{path}/{each}", function, reader) for each, function in found.items()}
        group = _Branch(name=name, commands=below, rich_markup_mode=None, no_args_is_help=True)
        return _with_help(path.replace("/", "-"), group, reader)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command(name, cls=_Command)(found)
    return _with_help(path.replace("/", "-"), typer.main.get_command(alone), reader)


def _with_help(name: str, found: Any, reader: Reader) -> Any:
    """A command that explains itself and its parameters to the reader."""
    found.help = say(f"command-help.{name}.about", reader)
    for parameter in found.params:
        key = parameter.name.strip("_").replace("_", "-")
        own = f"command-help.{name}.{key}"
        code = own if knows(own) else f"command-help.any.{key}"
        parameter.help = say(code, reader, languages=LANGUAGES)
    return found
