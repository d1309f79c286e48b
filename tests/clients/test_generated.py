"""The generated files of the clients and the Postman collection match api/openapi.yaml."""

import json
import unittest

from api.client_code.all_files import ROOT, files
from api.client_code.model import read_model
from api.client_code.postman import PLACE
from tests.support.openapi import Document


class GeneratedFiles(unittest.TestCase):
    def test_are_up_to_date(self):
        for place, text in files().items():
            with self.subTest(place):
                self.assertTrue((ROOT / place).read_text() == text, "run ./dev api")

    def test_have_every_operation_for_keys(self):
        documented = {one.name for one in Document().operations
                      if not one.public and not one.by_session and one.takes_json}
        self.assertEqual({one.name for one in read_model().operations}, documented)

    def test_the_collection_has_every_operation_with_its_path(self):
        collection = json.loads((ROOT / PLACE).read_text())
        requests = [one["request"] for folder in collection["item"] for one in folder["item"]]
        written = {(one["method"], "/" + "/".join(part.removeprefix(":") for part in one["url"]["path"])) for one in requests}
        documented = {(one.method, one.path.replace("{", "").replace("}", "")) for one in Document().operations}
        self.assertEqual(written, documented)
        for one in requests:
            if one.get("body", {}).get("mode") == "raw":
                self.assertIsNotNone(json.loads(one["body"]["raw"]))


if __name__ == "__main__":
    unittest.main()
