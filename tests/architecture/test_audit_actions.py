"""The filter of the audit log offers every action that the server records."""

import re
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
OFFERED = REPOSITORY / "web/src/console/pages/settings/auditActions.ts"
# An entry names its action where it is made. The actions of people are passed on.
RECORDED = re.compile(r'"(user\.[a-zA-Z]+)"|action\b.*?"([a-zA-Z]+\.[a-zA-Z]+)"(?:[^"]*"([a-zA-Z]+\.[a-zA-Z]+)")?')


def offered() -> set[str]:
    text = OFFERED.read_text()
    [kinds] = re.findall(r"const kinds = \[(.*?)\]", text)
    [steps] = re.findall(r"\.\.\.\[(.*?)\]\.map\(\(verb\) => `statement", text)
    names = re.compile(r"'([a-zA-Z.]+)'")
    made = {f"{kind}.{verb}" for kind in names.findall(kinds) for verb in ("create", "update")}
    made |= {f"statement.{verb}" for verb in names.findall(steps)}
    return made | {name for name in names.findall(text) if "." in name}


def recorded() -> dict[str, str]:
    found = {}
    for file in sorted((REPOSITORY / "src").rglob("*.cpp")):
        if file.name.endswith("_test.cpp") or "contract" in file.parts:
            continue
        for match in RECORDED.finditer(file.read_text()):
            found |= {name: file.name for name in match.groups() if name}
    return found


class AuditActions(unittest.TestCase):
    def test_every_recorded_action_is_offered(self):
        missing = {name: file for name, file in recorded().items() if name not in offered()}
        self.assertEqual(missing, {})

    def test_actions_are_found(self):
        self.assertLessEqual({"statement.close", "user.resetPassword", "webhook.rotateSecret", "accrual.reverse"}, recorded().keys())
        self.assertLessEqual({"brand.update", "statement.settle", "clock.confirm"}, offered())


if __name__ == "__main__":
    unittest.main()
