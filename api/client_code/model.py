"""The types and operations of the API document, in a form that is easy to write in any language.

Only operations for API keys are here, and the types that they use. Inline objects get names: the name of their parent
and of the member.
"""

import re
from dataclasses import dataclass, field

from api.document import read_document

METHODS = ("get", "post", "patch", "put", "delete")
# The libraries have their own functions for these.
WRITTEN_BY_HAND = ("sendEvents",)


@dataclass(frozen=True)
class Type:
    """What a value can be. `kind` is text, integer, number, boolean, any, null, names, list, map, object or one_of."""

    kind: str
    name: str = ""  # Of an object.
    names: tuple[str, ...] = ()  # Of names.
    inner: tuple["Type", ...] = ()  # The items of a list, the values of a map, the choices of one_of.
    nullable: bool = False

    def or_null(self) -> "Type":
        return Type(self.kind, self.name, self.names, self.inner, True)


ANY = Type("any")
TEXT = Type("text")


@dataclass
class Member:
    name: str
    type: Type
    required: bool
    description: str


@dataclass
class Shape:
    """A JSON object with known members."""

    name: str
    description: str
    members: list[Member] = field(default_factory=list)


@dataclass
class Operation:
    name: str
    method: str
    path: str
    summary: str
    description: str
    tag: str
    path_parameters: list[str]
    query: list[Member]
    body: Type | None
    body_required: bool
    answer: Type | None
    takes_key: bool  # A POST that takes an Idempotency-Key.


@dataclass
class Model:
    shapes: dict[str, Shape]
    operations: list[Operation]
    event_types: tuple[str, ...]


class _Reader:
    def __init__(self, document: dict):
        self.document = document
        self.shapes: dict[str, Shape] = {}

    def resolve(self, node: dict) -> dict:
        while "$ref" in node:
            found = self.document
            for part in node["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            node = found
        return node

    def type(self, schema: dict, place: str) -> Type:
        if "$ref" in schema:
            return self.type(self.resolve(schema), _place_of(schema["$ref"]))
        if "oneOf" in schema:
            return _one_of([self.type(one, f"{place}Choice{number}") for number, one in enumerate(schema["oneOf"], 1)])
        if "const" in schema:
            return Type("names", names=(schema["const"],))
        kinds = schema.get("type")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        choices = [self.plain(kind, schema, place) for kind in kinds if kind != "null"]
        found = _one_of(choices) if choices else Type("null")
        return found.or_null() if "null" in kinds and choices else found

    def plain(self, kind: str | None, schema: dict, place: str) -> Type:
        if kind == "string":
            names = tuple(name for name in schema.get("enum", ()) if name is not None)
            return Type("names", names=names) if names else TEXT
        if kind in ("integer", "number", "boolean"):
            return Type(kind)
        if kind == "array":
            return Type("list", inner=(self.type(schema.get("items", {}), place + "Item"),))
        if kind == "object" and schema.get("properties"):
            return self.object(schema, place)
        if kind == "object":
            values = schema.get("additionalProperties")
            return Type("map", inner=(self.type(values, place + "Value") if isinstance(values, dict) and values else ANY,))
        return ANY

    def object(self, schema: dict, place: str) -> Type:
        if place not in self.shapes:
            shape = self.shapes[place] = Shape(place, schema.get("description", ""))
            required = schema.get("required", [])
            for name, one in schema["properties"].items():
                inner = self.type(one, place + name[0].upper() + re.sub(r"\W", "", name[1:]))
                described = self.resolve(one).get("description", "") if "$ref" in one else one.get("description", "")
                shape.members.append(Member(name, inner, name in required, described))
        return Type("object", name=place)

    def operation(self, path: str, item: dict, method: str) -> Operation:
        one = item[method]
        parameters = [self.resolve(each) for each in item.get("parameters", []) + one.get("parameters", [])]
        name = one["operationId"]
        title = name[0].upper() + name[1:]
        query = [Member(each["name"], self.type(each["schema"], title + each["name"].capitalize()),
                        each.get("required", False), each.get("description", ""))
                 for each in parameters if each["in"] == "query"]
        body = one.get("requestBody")
        body_schema = next(iter(body["content"].values()))["schema"] if body else None
        return Operation(
            name=name, method=method.upper(), path=path, summary=one["summary"], description=one.get("description", ""),
            tag=one["tags"][0], path_parameters=re.findall(r"\{(\w+)\}", path), query=query,
            body=self.type(body_schema, title + "Body") if body else None,
            body_required=bool(body and body.get("required")), answer=self.answer(one, title),
            takes_key=any(each["name"] == "Idempotency-Key" for each in parameters))

    def answer(self, operation: dict, title: str) -> Type | None:
        for status in sorted(operation["responses"]):
            if not status.startswith("2"):
                continue
            content = self.resolve(operation["responses"][status]).get("content")
            if not content:
                return None
            if "application/json" not in content:
                return TEXT
            found = self.type(content["application/json"]["schema"], title + "Answer")
            return found if len(content) == 1 else _one_of([found, TEXT])
        return None


def _place_of(reference: str) -> str:
    """The name of the object that a reference names, also of a member of another: #/components/schemas/Deal/properties/terms."""
    parts = [part for part in reference.split("/")[3:] if part != "properties"]
    return parts[0] + "".join(part[0].upper() + part[1:] for part in parts[1:])


def _one_of(choices: list[Type]) -> Type:
    flat: list[Type] = []
    for choice in choices:
        for one in choice.inner if choice.kind == "one_of" else (choice,):
            if one not in flat:
                flat.append(one)
    if len(flat) == 1:
        return flat[0]
    return Type("one_of", inner=tuple(flat), nullable=any(one.nullable for one in flat))


def _sends_file(operation: dict) -> bool:
    return "application/octet-stream" in operation.get("requestBody", {}).get("content", {})


def read_model() -> Model:
    document = read_document()
    reader = _Reader(document)
    operations = []
    for path, item in document["paths"].items():
        for method in METHODS:
            # An operation with its own security is for sessions or for everybody. One whose body is a file has no type.
            if method in item and "security" not in item[method] and not _sends_file(item[method]):
                operations.append(reader.operation(path, item, method))
    for name in ("Event", "EventBatch", "SingleResult", "BatchResult", "Problem"):
        reader.type({"$ref": "#/components/schemas/" + name}, name)
    return Model(dict(sorted(reader.shapes.items())), sorted(operations, key=lambda one: one.name),
                 tuple(document["components"]["schemas"]["EventType"]["enum"]))
