"""Makes api/openapi.yaml of the parts beside this file and of the resources that the program declares.

`./dev api` runs it. What is declared in src/app/resources is never written by hand here.
"""

import json
import subprocess
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE / "openapi.yaml"
HEAD = "# Made by ./dev api from api/parts and the declarations in src/app/resources. Not to be edited.\n"

PROBLEM = {"default": {"$ref": "#/components/responses/Problem"}}


def assemble(program: str | Path) -> str:
    """The whole document, always the same for the same parts and program."""
    document: dict = {}
    for part in sorted((HERE / "parts").glob("*.yaml")):
        _merge(document, yaml.safe_load(part.read_text()), part.name)
    declared = _describe(program)
    _merge(document, _declared(declared), "the declared resources")
    _open_numbers(document, declared["reports"])
    _open_portal_numbers(document, declared["portalReports"])
    document["paths"] = dict(sorted(document["paths"].items()))
    for section in document["components"].values():
        section.update(sorted((name, section.pop(name)) for name in list(section)))
    return HEAD + yaml.dump(document, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=120)


class _Plain(yaml.SafeDumper):
    """Writes the same object twice rather than an anchor and an alias."""

    def ignore_aliases(self, data):
        return True


def _merge(into: dict, part: dict, source: str):
    for name, value in part.items():
        if isinstance(into.get(name), dict) and isinstance(value, dict):
            _merge(into[name], value, source)
        elif name in into:
            raise ValueError(f"{name} of {source} is there already")
        else:
            into[name] = value


def _describe(program: str | Path) -> dict:
    printed = subprocess.run([str(program), "describe-api"], check=True, capture_output=True, text=True).stdout
    return json.loads(printed)


def _declared(declared: dict) -> dict:
    paths, schemas = _operator(declared["operator"])
    for resource in declared["listed"]:
        more_paths, more_schemas = _listed(resource)
        paths |= more_paths
        schemas |= more_schemas
    schemas["GroupKeyName"] = _names(declared["reports"]["groupKeys"], "description")
    schemas["MetricName"] = _names(declared["reports"]["metrics"], "formula")
    schemas |= _portal(declared)
    return {"paths": paths, "components": {"schemas": schemas}}


def _open_numbers(document: dict, reports: dict):
    """The lists behind the numbers of reports take what a report's row says: its groups, its dates and a metric."""
    common = document["components"]["parameters"]
    for key in reports["groupKeys"]:
        common["groupKey." + key["name"]] = {
            "name": key["name"], "in": "query", "schema": {"type": "string"},
            "description": key["description"] + ". As a report shows it, or an id; empty for what has none"}
    for name, told in (("startDate", "The first day, in the operator's time zone"), ("endDate", "The last day")):
        common[name] = {"name": name, "in": "query", "description": told, "schema": {"type": "string", "format": "date"}}
    for path in ("/events", "/clicks", "/accruals"):
        parameters = document["paths"][path]["get"]["parameters"]
        known = {one.get("name") for one in parameters}
        parameters += [{"$ref": "#/components/parameters/" + name} for name in ("startDate", "endDate")]
        parameters += [{"$ref": "#/components/parameters/groupKey." + key["name"]} for key in reports["groupKeys"]
                       if key["name"] not in known]
        opened = [metric["name"] for metric in reports["metrics"] if metric["opens"] == path[1:]]
        parameters.append({"name": "metric", "in": "query", "schema": {"type": "string", "enum": opened},
                           "description": "Only what this metric of a report adds up"})


def _open_portal_numbers(document: dict, reports: dict):
    """Likewise the list behind the rewards of an affiliate, by what affiliates may know."""
    parameters = document["paths"]["/portal/accruals"]["get"]["parameters"]
    names = ["startDate", "endDate"] + ["groupKey." + key["name"] for key in reports["groupKeys"]]
    parameters += [{"$ref": "#/components/parameters/" + name} for name in names]
    opened = [metric["name"] for metric in reports["metrics"] if metric["opens"] == "accruals"]
    parameters.append({"name": "metric", "in": "query", "schema": {"type": "string", "enum": opened},
                       "description": "Only what this metric of a report adds up"})


def _names(entries: list[dict], told: str) -> dict:
    """One of several names, with what each stands for."""
    lines = [f"- `{entry['name']}`: {entry[told]}" for entry in entries]
    return {"type": "string", "enum": [entry["name"] for entry in entries], "description": "\n".join(lines)}


def _ref(name: str) -> dict:
    return {"$ref": "#/components/schemas/" + name}


def _content(name: str) -> dict:
    return {"content": {"application/json": {"schema": _ref(name)}}}


def _answer(status: int, description: str, schema: str) -> dict:
    return {str(status): {"description": description} | _content(schema)} | PROBLEM


def _type_name(noun: str) -> str:
    return noun[0].upper() + noun[1:]


def _operation(name: str, tag: str, summary: str, **members) -> dict:
    return {"operationId": name, "tags": [tag], "summary": summary} | members


def _operator(resource: dict) -> tuple[dict, dict]:
    own = {
        "get": _operation("readOperator", "operator", "Read the operator", responses=_answer(200, "The operator", "Operator")),
        "patch": _operation("changeOperator", "operator", "Change the operator",
                            requestBody={"required": True} | _content("OperatorChange"),
                            responses=_answer(200, "The operator", "Operator")),
    }
    return {resource["path"]: own}, {"Operator": resource["answer"], "OperatorChange": resource["change"]}


def _listed(resource: dict) -> tuple[dict, dict]:
    """A resource that is listed, read, made and changed like all others."""
    name, many, one = _type_name(resource["noun"]), resource["many"], resource["one"]
    what = "The " + one.split(" ", 1)[1]
    made = "Created" + name if resource["shownOnce"] else name
    listing = [{"$ref": "#/components/parameters/" + common} for common in ("limit", "cursor", "search")]
    listing += [{"name": member, "in": "query", "schema": _filter(schema)}
                for member, schema in resource["filters"].items()]
    note = {"description": resource["creationNote"] + "."} if resource["creationNote"] else {}
    all_of_them = {
        "get": _operation(f"list{name}s", many, f"List {many}", parameters=listing,
                          responses=_answer(200, "A page; filters are exact", name + "Page")),
        "post": _operation(f"create{name}", many, f"Create {one}", **note,
                           requestBody={"required": True} | _content("New" + name), responses=_answer(201, what, made)),
    }
    one_of_them = {
        "parameters": [{"$ref": "#/components/parameters/id"}],
        "get": _operation(f"read{name}", many, f"Read {one}", responses=_answer(200, what, name)),
        "patch": _operation(f"change{name}", many, f"Change {one}",
                            requestBody={"required": True} | _content(name + "Change"),
                            responses=_answer(200, what, name)),
    }
    schemas = {name: resource["answer"], "New" + name: resource["creation"], name + "Change": resource["change"],
               name + "Page": _page(name)}
    if resource["shownOnce"]:
        schemas[made] = _with(resource["answer"], resource["shownOnce"])
    return {resource["path"]: all_of_them, resource["path"] + "/{id}": one_of_them}, schemas


def _portal(declared: dict) -> dict:
    """What affiliates manage in the portal is theirs, so that it does not say whose it is."""
    schemas = {"PortalGroupKeyName": _names(declared["portalReports"]["groupKeys"], "description"),
               "PortalMetricName": _names(declared["portalReports"]["metrics"], "formula")}
    for resource in declared["listed"]:
        if resource["path"] not in ("/links", "/marketing-sources"):
            continue
        name = "Portal" + _type_name(resource["noun"])
        schemas |= {name: _own(resource["answer"]), "New" + name: _own(resource["creation"]),
                    name + "Change": _own(resource["change"]), name + "Page": _page(name)}
    return schemas


def _own(schema: dict) -> dict:
    kept = dict(schema, properties={name: value for name, value in schema["properties"].items() if name != "affiliateId"})
    if "required" in schema:
        kept["required"] = [name for name in schema["required"] if name != "affiliateId"]
    return kept


def _page(name: str) -> dict:
    return {"type": "object", "required": ["items", "nextCursor"],
            "properties": {"items": {"type": "array", "items": _ref(name)}, "nextCursor": {"type": ["string", "null"]}}}


def _with(schema: dict, more: dict) -> dict:
    return schema | {"required": schema["required"] + list(more), "properties": schema["properties"] | more}


def _filter(schema: dict) -> dict:
    """As a query writes the member: what is absent is called null."""
    kept = {name: value for name, value in schema.items() if name in ("type", "format", "enum")}
    if isinstance(kept["type"], list):
        kept = {"type": "string", "description": "The value, or null where it is absent"}
    return kept


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python3 -m api.document PROGRAM")
    DOCUMENT.write_text(assemble(sys.argv[1]))


if __name__ == "__main__":
    main()
