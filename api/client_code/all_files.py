"""Every generated file, and every file that repeats the version, with its text."""

from pathlib import Path

from api.client_code import java, node, php, postman, python, version
from api.client_code.model import read_model

ROOT = Path(__file__).resolve().parents[2]


def files() -> dict[str, str]:
    """Paths below the repository. The same document and version always give the same texts."""
    model = read_model()
    found = version.files()
    for language in (python, node, php, java, postman):
        found |= language.files(model)
    return found
