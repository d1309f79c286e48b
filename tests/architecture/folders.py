"""Reads the includes under src/ and finds folders that include each other, directly or indirectly."""

from pathlib import Path

from tests.architecture.includes import INCLUDE, is_test, sources

FILES_MAX = 36


def cycles(root: Path) -> list[str]:
    """One line per group of folders that include each other, with an include for each arrow within the group."""
    arrows = _arrows(root)
    reach = {folder: _reachable(folder, arrows) for folder in {one for arrow in arrows for one in arrow}}
    groups = {frozenset(other for other in reach[folder] if folder in reach[other]) for folder in reach}
    return [_describe(group, arrows) for group in sorted(groups, key=sorted) if group]


def crowded(root: Path) -> list[str]:
    """Folders with too many files."""
    folders = [path for path in sorted(root.rglob("*")) if path.is_dir()]
    counts = {folder: sum(entry.is_file() for entry in folder.iterdir()) for folder in folders}
    return [f"{folder.relative_to(root)}: {count} files, at most {FILES_MAX}"
            for folder, count in counts.items() if count > FILES_MAX]


def _arrows(root: Path) -> dict[tuple[str, str], str]:
    """The pairs of folders where one includes the other, each with one include. Tests may include anything."""
    arrows = {}
    for path in sources(root):
        place = path.relative_to(root)
        if is_test(place):
            continue
        for match in INCLUDE.finditer(path.read_text()):
            header = match["quoted"]
            if not header or not (root / header).is_file():
                continue
            arrow = (str(place.parent), str(Path(header).parent))
            if arrow[0] != arrow[1]:
                arrows.setdefault(arrow, f"{place} includes {header}")
    return arrows


def _reachable(start: str, arrows: dict[tuple[str, str], str]) -> set[str]:
    reached, ahead = set(), [start]
    while ahead:
        folder = ahead.pop()
        for one, other in arrows:
            if one == folder and other not in reached:
                reached.add(other)
                ahead.append(other)
    return reached


def _describe(group: frozenset[str], arrows: dict[tuple[str, str], str]) -> str:
    within = [why for (one, other), why in sorted(arrows.items()) if one in group and other in group]
    return f"{', '.join(sorted(group))} include each other: " + "; ".join(within)
