"""Writes the page of all results: one table, the machine, the commands and the output of each benchmark."""

import datetime
from dataclasses import dataclass, field
from pathlib import Path

from bench.machine import Machine
from bench.result import Result

COLUMNS = ["what", "unit", "ours", "reference", "against", "ratio", "aim", "reached", "memory MB", "note"]
RIGHT = {"ours", "reference", "ratio", "memory MB"}


@dataclass(frozen=True)
class Outcome:
    """The outcome of one benchmark: its results, or its failure."""

    command: str
    seconds: float
    results: list[Result] = field(default_factory=list)
    printed: str = ""
    failure: str = ""


@dataclass(frozen=True)
class Page:
    machine: Machine
    command: str
    began: datetime.datetime
    outcomes: list[Outcome]

    @property
    def failed(self) -> bool:
        return any(outcome.failure for outcome in self.outcomes)


def write(page: Page, file: Path):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(render(page))


def render(page: Page) -> str:
    parts = ["# Results\n", introduction(page), summary(page), table(page.outcomes), machine(page.machine),
             commands(page), *map(details, page.outcomes)]
    return "\n".join(part for part in parts if part)


def introduction(page: Page) -> str:
    minutes = sum(outcome.seconds for outcome in page.outcomes) / 60
    return (f"Written by `{page.command}` on {page.began:%Y-%m-%d %H:%M} UTC, all in one run of {minutes:.0f} minutes; "
            "[README.md](README.md) describes the measurements.\nThe ratio is ours to the reference. Rates of "
            "different machines cannot be compared. Compare the ratios.\n")


def summary(page: Page) -> str:
    aimed = [one for outcome in page.outcomes for one in outcome.results if one.aim]
    lines = [f"**{sum(bool(one.reached) for one in aimed)} of {len(aimed)} aims are reached.**"]
    if page.failed:
        lines.append(f"**{sum(bool(outcome.failure) for outcome in page.outcomes)} benchmark(s) failed.**")
    return " ".join(lines) + "\n"


def table(outcomes: list[Outcome]) -> str:
    lines = [row(COLUMNS), row(["--:" if column in RIGHT else "---" for column in COLUMNS])]
    for outcome in outcomes:
        lines += [row(cells(one)) for one in outcome.results]
        if outcome.failure:
            message = outcome.failure.strip().splitlines()[0]  # The details section has the rest.
            lines.append(row([f"`{outcome.command}`", *[""] * 6, "**failed**", "", message]))
    return "\n".join(lines) + "\n"


def row(values: list[str]) -> str:
    return "| " + " | ".join(value.replace("|", "\\|") for value in values) + " |"


def cells(one: Result) -> list[str]:
    reached = {None: "", True: "yes", False: "**no**"}[one.reached]
    return [one.what, one.unit, number(one.ours), number(one.reference), one.against,
            "-" if one.ratio is None else f"{one.ratio:.2f}", str(one.aim or ""), reached,
            "" if one.memory_mb is None else f"{one.memory_mb:,.0f}", one.note]


def number(value: float | None) -> str:
    """Only significant digits: no decimals for rates, two decimals for short times."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def machine(this: Machine) -> str:
    lines = ["## Machine\n"]
    if this.load > 0.5:
        lines.append(f"**The machine was busy with other work (load {this.load:.1f}), so the figures are too low.**\n")
    lines += [f"- {name}: {value}" for name, value in this.traits.items()]
    lines.append("- versions: " + ", ".join(f"{name} {version}" for name, version in this.versions.items()))
    return "\n".join(lines) + "\n"


def commands(page: Page) -> str:
    listed = "\n".join(f"    {outcome.command:<72} # {outcome.seconds:.0f} s" for outcome in page.outcomes)
    return f"## Commands\n\n{listed}\n"


def details(outcome: Outcome) -> str:
    shown = "\n\n".join(filter(None, [outcome.printed.strip(), outcome.failure.strip()]))
    return f"## {outcome.command}\n\n```\n{shown}\n```\n" if shown else ""
