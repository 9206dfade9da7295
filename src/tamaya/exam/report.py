"""What came of an exam, by kind of expectation and by level."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass

from tamaya.exam.questions import Finding, Verdict
from tamaya.words import ENGLISH, Message, Reader, say
from tamaya.words.columns import left, right, widest


@dataclass(frozen=True, slots=True)
class Count:
    """How often a bot did as expected."""

    passed: int
    failed: int
    not_asked: int

    @property
    def asked(self) -> int:
        """How often it was asked."""
        return self.passed + self.failed

    @property
    def share(self) -> float | None:
        """How often it did as expected among these; None if it was not asked."""
        return self.passed / self.asked if self.asked else None

    def __str__(self) -> str:
        return f"{self.passed}/{self.asked}" if self.asked else ""


@dataclass(frozen=True, slots=True)
class ExamReport:
    """All findings about a bot."""

    bot: str
    findings: tuple[Finding, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of expectations that were found."""
        return tuple(sorted({finding.kind for finding in self.findings}))

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels of the conventions that were found."""
        return tuple(sorted({finding.level for finding in self.findings}))

    @property
    def failures(self) -> tuple[Finding, ...]:
        """Where the bot did not do as expected."""
        return tuple(finding for finding in self.findings if finding.verdict is Verdict.FAILED)

    def count(self, *kinds: str, levels: Collection[int] | None = None) -> Count:
        """How often the bot did as expected, for some kinds (all without one) at some levels."""
        verdicts = Counter(
            finding.verdict
            for finding in self.findings
            if (not kinds or finding.kind in kinds) and (levels is None or finding.level in levels)
        )
        return Count(verdicts[Verdict.PASSED], verdicts[Verdict.FAILED], verdicts[Verdict.NOT_ASKED])

    def plain(self) -> dict[str, object]:
        """For programs."""
        return {
            "bot": self.bot,
            "counts": [
                {"kind": kind, "level": level, **asdict(count)} for kind, level, count in self._counts()
            ],
            "failures": [asdict(finding) for finding in self.failures],
        }

    def failure_lines(self) -> str:
        """The failures as JSON lines."""
        rows = ({"bot": self.bot, **asdict(finding)} for finding in self.failures)
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)

    def text(self, reader: Reader = ENGLISH) -> str:
        """A table for people: passed of asked, for each kind and level."""
        heads = [
            Message("exam.head.kind"),
            *(Message("exam.head.level", level=level) for level in self.levels),
        ]
        heads += [Message(f"exam.head.{column}") for column in ("all", "share", "not-asked")]
        rows = [[say(head, reader) for head in heads]]
        for kind in self.kinds:
            cells = [str(self.count(kind, levels=[level])) for level in self.levels]
            rows.append([kind, *cells, *_totals(self.count(kind), reader)])
        cells = [str(self.count(levels=[level])) for level in self.levels]
        rows.append([say("exam.head.all", reader), *cells, *_totals(self.count(), reader)])
        widths = [widest(column) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join([left(row[0], widths[0]), *map(right, row[1:], widths[1:])]).rstrip() for row in rows
        )

    def _counts(self) -> Iterator[tuple[str, int, Count]]:
        for kind in self.kinds:
            for level in self.levels:
                count = self.count(kind, levels=[level])
                if count.asked or count.not_asked:
                    yield kind, level, count


def _totals(count: Count, reader: Reader) -> list[str]:
    share = "" if count.share is None else say("exam.share", reader, share=count.share)
    return [str(count), share, str(count.not_asked or "")]
