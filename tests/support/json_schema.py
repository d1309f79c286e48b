"""Checks values against the part of JSON Schema that api/openapi.yaml uses.

This check is stricter than JSON Schema in one point: an object that lists its members has no others, unless its schema
allows them. A member without documentation is a bug in the document.
"""

import re
import uuid
from datetime import date, datetime
from urllib.parse import urlsplit

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
}

FORMATS = {
    "uuid": lambda text: str(uuid.UUID(text)) == text,
    "date-time": lambda text: text.endswith("Z") and datetime.fromisoformat(text[:-1] + "+00:00"),
    "date": lambda text: date.fromisoformat(text).isoformat() == text,
    "uri": lambda text: urlsplit(text).scheme in ("http", "https") and urlsplit(text).netloc,
    "email": lambda text: re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text),
    "hostname": lambda text: re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", text),
}

BOUNDS = {
    "minLength": lambda value, bound: not isinstance(value, str) or len(value) >= bound,
    "maxLength": lambda value, bound: not isinstance(value, str) or len(value) <= bound,
    "minimum": lambda value, bound: not isinstance(value, (int, float)) or value >= bound,
    "maximum": lambda value, bound: not isinstance(value, (int, float)) or value <= bound,
    "minItems": lambda value, bound: not isinstance(value, list) or len(value) >= bound,
    "maxItems": lambda value, bound: not isinstance(value, list) or len(value) <= bound,
    "pattern": lambda value, bound: not isinstance(value, str) or re.search(bound, value),
    "enum": lambda value, bound: value in bound,
    "const": lambda value, bound: value == bound,
}

WORDS = {"description", "examples", "default", "contentEncoding"}
STRUCTURE = {"type", "format", "properties", "required", "additionalProperties", "items", "oneOf", "$ref"}


class Schemas:
    """The schemas of one document, with resolved references."""

    def __init__(self, document: dict):
        self._document = document

    def resolve(self, node: dict) -> dict:
        """The target of the node's reference, or the node itself."""
        while "$ref" in node:
            target = self._document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            node = target
        return node

    def faults(self, value, schema: dict, place: str = "") -> list[str]:
        """Returns the errors of the value, each with its location."""
        schema = self.resolve(schema)
        unknown = set(schema) - WORDS - STRUCTURE - set(BOUNDS)
        if unknown:
            return [f"{place}: the validator does not know {sorted(unknown)}"]
        found = self._own_faults(value, schema, place)
        if "oneOf" in schema:
            tried = [self.faults(value, one, place) for one in schema["oneOf"]]
            if sum(not faults for faults in tried) != 1:
                found.append(f"{place}: fits {sum(not faults for faults in tried)} of the choices: {tried}")
        if isinstance(value, dict):
            found += self._faults_of_members(value, schema, place)
        if isinstance(value, list) and "items" in schema:
            for index, item in enumerate(value):
                found += self.faults(item, schema["items"], f"{place}/{index}")
        return found

    def _own_faults(self, value, schema: dict, place: str) -> list[str]:
        found = []
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(TYPES[name](value) for name in types):
            found.append(f"{place}: {value!r} is no {types}")
        if isinstance(value, str) and "format" in schema and not _has_format(value, schema["format"]):
            found.append(f"{place}: {value!r} is no {schema['format']}")
        for name, check in BOUNDS.items():
            if name in schema and not (value is None and "null" in types) and not check(value, schema[name]):
                found.append(f"{place}: {value!r} breaks {name} {schema[name]!r}")
        return found

    def _faults_of_members(self, value: dict, schema: dict, place: str) -> list[str]:
        found = [f"{place}: {name} is missing" for name in schema.get("required", []) if name not in value]
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties", not properties)
        for name, member in value.items():
            if name in properties:
                found += self.faults(member, properties[name], f"{place}/{name}")
            elif isinstance(others, dict):
                found += self.faults(member, others, f"{place}/{name}")
            elif not others:
                found.append(f"{place}/{name}: is not documented")
        return found


def _has_format(text: str, name: str) -> bool:
    try:
        return bool(FORMATS[name](text))
    except ValueError:
        return False
