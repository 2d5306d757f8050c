"""Makes the documents of the requests from requests.schema.json: REQUESTS.md for people and
requests.d.ts, the types for TypeScript. Run it after a change of the schema; a test compares them.

usage: python3 protocol/requests/make_documents.py
"""
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
Schema = dict[str, Any]


def read_schema() -> Schema:
    return json.loads((HERE / "requests.schema.json").read_text(encoding="utf-8"))


def name_of(reference: str) -> str:
    return reference.rsplit("/", 1)[1]


def request_names(schema: Schema) -> list[str]:
    """The definitions of the requests, in their order."""
    return [name_of(one["$ref"]) for one in schema["$defs"]["Request"]["oneOf"]]


def ask_of(request: Schema) -> str:
    return request["properties"]["ask"]["const"]


def value_text(value: Any) -> str:
    """A number as people write it: 10000000 rather than 10000000.0."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else json.dumps(value)


# ---- TypeScript ----

TYPES = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean",
         "null": "null"}


def comment(text: str, indent: str) -> list[str]:
    words, lines, line = text.split(), [], ""
    for word in words:
        if line and len(indent) + 3 + len(line) + 1 + len(word) > 100:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    lines.append(line)
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {each}" for each in lines), f"{indent} */"]


def range_text(schema: Schema) -> str:
    if "minimum" in schema and "maximum" in schema:
        return f"{value_text(schema['minimum'])} to {value_text(schema['maximum'])}"
    if "minimum" in schema:
        return f"{value_text(schema['minimum'])} or more"
    return ""


def described(schema: Schema) -> str:
    """The description with the range and the default."""
    text = schema.get("description", "")
    if limits := range_text(schema):
        text += f" From {limits}." if "maximum" in schema else ""
    if "default" in schema:
        text += f" Default: {value_text(schema['default'])}."
    return text.strip()


def type_of(schema: Schema, indent: str) -> str:
    if "$ref" in schema:
        return name_of(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "oneOf" in schema and "properties" not in schema:
        return " | ".join(type_of(one, indent) for one in schema["oneOf"])
    kind = schema["type"]
    if isinstance(kind, list):
        return " | ".join(TYPES[one] for one in kind)
    if kind == "array":
        items = schema["items"]
        if schema.get("minItems") == schema.get("maxItems") == 2:
            return f"[{type_of(items, indent)}, {type_of(items, indent)}]"
        inner = type_of(items, indent)
        return f"Array<{inner}>" if "\n" in inner or " " in inner else f"{inner}[]"
    if kind == "object":
        if "properties" not in schema:
            return "object"
        return "\n".join(["{", *members(schema, indent + "  "), indent + "}"])
    return TYPES[kind]


def members(schema: Schema, indent: str) -> list[str]:
    lines = []
    for name, one in schema["properties"].items():
        if text := described(one):
            lines += comment(text, indent)
        mark = "" if name in schema.get("required", []) else "?"
        shown = name if name.isidentifier() else json.dumps(name)
        lines.append(f"{indent}{shown}{mark}: {type_of(one, indent)};")
    return lines


def typescript(schema: Schema) -> str:
    lines = ["// Made by make_documents.py from requests.schema.json.", ""]
    for name, one in schema["$defs"].items():
        lines += comment(one["description"], "")
        if one.get("type") == "object":
            bases = ", ".join(name_of(base["$ref"]) for base in one.get("allOf", []))
            extends = f" extends {bases}" if bases else ""
            lines += [f"export interface {name}{extends} {{", *members(one, "  "), "}", ""]
        else:
            lines += [f"export type {name} = {type_of(one, '')};", ""]
    lines += ["/** What each request is answered with. */", "export interface Requests {"]
    for name in request_names(schema):
        request = schema["$defs"][name]
        progress = request.get("x-progress", "never")
        lines.append(f"  {ask_of(request)}: {{ request: {name}; result: {request['x-result']}; "
                     f"progress: {progress} }};")
    return "\n".join([*lines, "}", ""])


# ---- Markdown ----

# Where requests can be asked: the key in `x-tests` of each request, and its name.
PLACES = {"page": "page", "json": "JSON lines", "c": "C", "cpp": "C++", "python": "Python",
          "javascript": "JavaScript"}


def test_of(entry: str) -> tuple[str, str]:
    """The file below tests/ and the name in it of an entry of `x-tests`."""
    file, _, name = entry.partition("::")
    return file, name


def places_table(definitions: Schema) -> list[str]:
    lines = ["## Where each request can be asked", "",
             "Each cell names the test that proves it. The page gets evaluations and moves of the "
             "book from `analyze`, legal moves and openings from `positions`; in JavaScript a "
             "signal cancels, in C, C++ and Python a stop. C, C++ and Python read games, but have "
             "nothing to look many of them up.", "",
             f"| request | {' | '.join(PLACES.values())} |", f"| --- |{' --- |' * len(PLACES)}"]
    for name in request_names({"$defs": definitions}):
        cells = []
        for place in PLACES:
            if entry := definitions[name].get("x-tests", {}).get(place):
                file, test = test_of(entry)
                said = test.removeprefix("test_").replace("_", " ")
                cells.append(f"[{said}](../../tests/{file})")
            else:
                cells.append("–")
        lines.append(f"| `{ask_of(definitions[name])}` | {' | '.join(cells)} |")
    return [*lines, ""]


def kind_text(schema: Schema) -> str:
    if "$ref" in schema:
        name = name_of(schema["$ref"])
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "oneOf" in schema and "properties" not in schema:
        return " or ".join(kind_text(one) for one in schema["oneOf"])
    kind = schema["type"]
    if isinstance(kind, list):
        return ", ".join(kind)
    if kind == "array":
        return f"list of {kind_text(schema['items'])}"
    return f"{kind}, {range_text(schema)}" if range_text(schema) else kind


def flat(schema: Schema, prefix: str = "") -> list[tuple[str, Schema, bool]]:
    """The members, and those of objects without a name of their own."""
    rows = []
    for name, one in schema["properties"].items():
        rows.append((prefix + name, one, name in schema.get("required", [])))
        inner = one["items"] if one.get("type") == "array" else one
        if "properties" in inner:
            mark = "[]." if inner is not one else "."
            rows += flat(inner, prefix + name + mark)
    return rows


def table(schema: Schema, definitions: Schema, is_request: bool) -> list[str]:
    lines = []
    bases = [name_of(base["$ref"]) for base in schema.get("allOf", [])]
    rows = []
    for base in bases:
        if base != "Asked":
            rows += flat(definitions[base])
    rows = flat(schema) + rows
    if is_request:
        rows = [row for row in rows if row[0] != "ask"]
    if not rows:
        return []
    lines += ["| field | value | meaning |", "| --- | --- | --- |"]
    for name, one, required in rows:
        text = one.get("description", "")
        if not text and "$ref" in one:
            text = definitions[name_of(one["$ref"])]["description"].split(". ")[0].rstrip(".") + "."
        if "default" in one:
            text += f" Default: `{value_text(one['default'])}`."
        if is_request and required:
            text = f"Needed. {text}"
        if not is_request and not required:
            text = f"May be left out. {text}"
        lines.append(f"| `{name}` | {kind_text(one)} | {text.replace('|', chr(92) + '|')} |")
    return [*lines, ""]


def markdown(schema: Schema) -> str:
    definitions = schema["$defs"]
    requests = request_names(schema)
    lines = ["<!-- Made by make_documents.py from requests.schema.json. -->", "", "# The requests", "",
             "[README.md](README.md) says how to send them.",
             "Every request has `ask`, and may have these fields:", ""]
    lines += table(definitions["Asked"], definitions, True)
    for name in requests:
        request = definitions[name]
        lines += [f"## {ask_of(request)}", "", request["description"], ""]
        lines += table(request, definitions, True)
        result = definitions[request["x-result"]]
        lines += ["```json", *(json.dumps(one) for one in request["examples"]), "```", ""]
        lines += [f"**Result.** {result['description']}", ""]
        lines += table(result, definitions, False)
        if progress := request.get("x-progress"):
            if progress == request["x-result"]:
                lines += ["**Progress** has the same fields.", ""]
            else:
                lines += [f"**Progress.** {definitions[progress]['description']}", ""]
                lines += table(definitions[progress], definitions, False)
    lines += places_table(definitions)
    lines += ["## The parts", ""]
    shown = {"Asked", "Limits", "Request", *requests}
    for name in requests:
        shown |= {definitions[name]["x-result"], definitions[name].get("x-progress", "")}
    for name, one in definitions.items():
        if name in shown:
            continue
        lines += [f"### {name}", "", one["description"], ""]
        if "properties" in one:
            lines += table(one, definitions, False)
        elif name == "GameOrMoves":
            lines += [f"{kind_text(one)}.", ""]
    return "\n".join(lines).rstrip() + "\n"


DOCUMENTS = {"REQUESTS.md": markdown, "requests.d.ts": typescript}


if __name__ == "__main__":
    for file, make in DOCUMENTS.items():
        (HERE / file).write_text(make(read_schema()), encoding="utf-8")
