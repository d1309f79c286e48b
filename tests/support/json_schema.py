"""Checks values against the schemas of api/openapi.yaml with python3-jsonschema (JSON Schema 2020-12, as OpenAPI 3.1).

This check is stricter than JSON Schema in three points. An object that lists its members has no others, unless its schema
allows them: a member without documentation is a bug in the document. A keyword or a format that the document does not use
today is an error, because JSON Schema silently ignores misspelled ones. Formats are those that the service promises, such as
a time that ends in Z.
"""

import re
import sys
import uuid
from datetime import date, datetime
from urllib.parse import urlsplit

# Where another Python than Debian's comes first, it finds Debian's package too, after its own ones.
sys.path.append("/usr/lib/python3/dist-packages")

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend

FORMATS = {
    "uuid": lambda text: str(uuid.UUID(text)) == text,
    "date-time": lambda text: text.endswith("Z") and bool(datetime.fromisoformat(text[:-1] + "+00:00")),
    "date": lambda text: date.fromisoformat(text).isoformat() == text,
    "uri": lambda text: urlsplit(text).scheme in ("http", "https") and bool(urlsplit(text).netloc),
    "email": lambda text: bool(re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text)),
    "hostname": lambda text: bool(re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", text)),
}

KEYWORDS = {"type", "format", "properties", "required", "additionalProperties", "items", "oneOf", "$ref",
            "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "pattern", "enum", "const",
            "description", "examples", "default", "contentEncoding"}


# Fails if the schema itself is not well formed.
check_schema = Draft202012Validator.check_schema


def _properties(validator, properties, instance, schema):
    yield from Draft202012Validator.VALIDATORS["properties"](validator, properties, instance, schema)
    if isinstance(instance, dict) and "additionalProperties" not in schema:
        for name in sorted(instance.keys() - properties.keys()):
            yield ValidationError(f"{name} is not documented")


def _format_checker() -> FormatChecker:
    checker = FormatChecker(formats=())
    for name, check in FORMATS.items():
        # A value that is not a text has no format.
        checker.checks(name, raises=ValueError)(
            lambda value, check=check: not isinstance(value, str) or check(value))
    return checker


Validator = extend(Draft202012Validator, {"properties": _properties})


class Schemas:
    """The schemas of one document. References are resolved within it."""

    def __init__(self, document: dict):
        self._document = document
        self._validator = Validator(document, format_checker=_format_checker())
        self._well_formed: dict[int, dict] = {}

    def resolve(self, node: dict) -> dict:
        """The target of the node's reference, or the node itself."""
        while "$ref" in node:
            target = self._document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            node = target
        return node

    def faults(self, value, schema: dict) -> list[str]:
        """Returns the errors of the value, each with its location."""
        unknown = self.unknown_words(schema)
        if unknown:
            return unknown
        return [_described(error) for error in self._validator.evolve(schema=schema).iter_errors(value)]

    def unknown_words(self, schema: dict) -> list[str]:
        """The keywords and formats of a schema, and of all schemas that it uses, that this check does not know."""
        # The schema is kept with its id, so that no other object can get the same id.
        if id(schema) in self._well_formed:
            return []
        found = [f"the check does not know the keyword {word}" for word in sorted(schema.keys() - KEYWORDS)]
        if schema.get("format", "uuid") not in FORMATS:
            found.append(f"the check does not know the format {schema['format']}")
        self._well_formed[id(schema)] = schema
        inner = [*schema.get("properties", {}).values(), *schema.get("oneOf", [])]
        inner += [one for one in (schema.get("items"), schema.get("additionalProperties")) if isinstance(one, dict)]
        if "$ref" in schema:
            inner.append(self.resolve(schema))
        for one in inner:
            found += self.unknown_words(one)
        if found:
            del self._well_formed[id(schema)]
        return found


def _described(error: ValidationError) -> str:
    place = "".join(f"/{step}" for step in error.absolute_path)
    choices = "".join(f"\n  choice {inner.schema_path[0]}: {_described(inner)}" for inner in error.context or [])
    return f"{place}: {error.message}{choices}"
