"""Every generated file with its text."""

from pathlib import Path

from api.client_code import java, node, php, postman, python
from api.client_code.model import read_model

ROOT = Path(__file__).resolve().parents[2]


def files() -> dict[str, str]:
    """Paths below the repository. The same document always gives the same texts."""
    model = read_model()
    found: dict[str, str] = {}
    for language in (python, node, php, java, postman):
        found |= language.files(model)
    return found
