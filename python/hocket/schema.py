# SPDX-License-Identifier: BSD-3-Clause
"""Holds documents to their schemas, with messages for people: where, what is wrong, what is valid.

The part of JSON Schema that schemas/*.json use, made into functions once: a hundred thousand rows take seconds.
"""

import math
from collections.abc import Callable
from difflib import get_close_matches

Check = Callable[[object], None]
NAMES = {"string": "text", "integer": "a whole number", "number": "a number", "object": "an object", "array": "a list"}
NAMES |= {"boolean": "true or false", "null": "null"}
WORDS = {"$schema", "$id", "$defs", "title", "description"}  # nothing to check


class Wrong(Exception):
    def __init__(self, what: str):
        super().__init__(what)
        self.what, self.at = what, ""

    def inside(self, step: str) -> "Wrong":
        self.at = step + self.at
        return self

    def __str__(self) -> str:
        return f"{self.at.lstrip('.')}: {self.what}" if self.at else self.what


def checker(schema: dict, root: dict | None = None) -> Check:
    """A function that raises Wrong for what does not fit."""
    root = root or schema
    unknown = schema.keys() - KNOWN - WORDS
    assert not unknown, f"a schema uses {unknown}, which is not known here"
    checks = [make(schema, root) for words, make in MAKERS if words & schema.keys()]

    def check(value: object) -> None:
        for each in checks:
            each(value)

    return checks[0] if len(checks) == 1 else check


def is_number(value: object) -> bool:
    kind = type(value)  # true and false are whole numbers for isinstance
    return kind is int or (kind is float and math.isfinite(value))


IS_A: dict[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": is_number,
    "integer": lambda value: type(value) is int or (is_number(value) and value.is_integer()),
}


def shown(value: object) -> str:
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def of_type(schema: dict, _: dict) -> Check:
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    valid = " or ".join(NAMES[name] for name in names)
    first, others = IS_A[names[0]], [IS_A[name] for name in names[1:]]

    def check(value: object) -> None:
        if not first(value) and not any(other(value) for other in others):
            raise Wrong(f"is {shown(value)}; valid: {valid}")

    return check


def limits(schema: dict, _: dict) -> Check:
    low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    above, below = schema.get("exclusiveMinimum", -math.inf), schema.get("exclusiveMaximum", math.inf)
    words = [f"from {low}"] * ("minimum" in schema) + [f"up to {high}"] * ("maximum" in schema)
    words += [f"above {above}"] * ("exclusiveMinimum" in schema) + [f"below {below}"] * ("exclusiveMaximum" in schema)

    def check(value: object) -> None:
        if is_number(value) and not (low <= value <= high and above < value and (value < below or below == math.inf)):
            raise Wrong(f"is {value}; valid: {' '.join(words)}")

    return check


def members(schema: dict, root: dict) -> Check:
    named = {key: checker(inner, root) for key, inner in schema.get("properties", {}).items()}
    more = schema.get("additionalProperties", True)
    other = checker(more, root) if isinstance(more, dict) else None

    def check(value: object) -> None:
        if not isinstance(value, dict):
            return
        for key, inner in value.items():
            try:
                if key in named:
                    named[key](inner)
                elif other:
                    other(inner)
                elif more is False:
                    raise Wrong(unknown_key(key, list(named)))
            except Wrong as wrong:
                raise wrong.inside(f".{key}") from None

    return check


def unknown_key(key: str, valid: list[str]) -> str:
    near = get_close_matches(key, valid, 1, 0.4)
    return f"is no key that is known here; {'the nearest' if near else 'valid'}: {', '.join(near or valid)}"


def required(schema: dict, _: dict) -> Check:
    def check(value: object) -> None:
        lacking = [key for key in schema["required"] if isinstance(value, dict) and key not in value]
        if lacking:
            raise Wrong(f"lacks {', '.join(lacking)}")

    return check


def elements(schema: dict, root: dict) -> Check:
    first = [checker(inner, root) for inner in schema.get("prefixItems", [])]
    rest = checker(schema["items"], root) if isinstance(schema.get("items"), dict) else None
    least, most = schema.get("minItems", 0), schema.get("maxItems", math.inf)

    def check(value: object) -> None:
        if not isinstance(value, list):
            return
        if not least <= len(value) <= most:
            raise Wrong(f"has {len(value)} entries; valid: {least} to {'any number' if most == math.inf else most}")
        for i, inner in enumerate(value):
            judge = first[i] if i < len(first) else rest
            try:
                if i >= len(first) and schema.get("items") is False:
                    raise Wrong(f"is one too many; valid: {len(first)} entries")
                if judge:
                    judge(inner)
            except Wrong as wrong:
                raise wrong.inside(f"[{i}]") from None

    return check


def literal(schema: dict, _: dict) -> Check:
    valid = schema["enum"] if "enum" in schema else [schema["const"]]

    def check(value: object) -> None:
        if value not in valid:
            raise Wrong(f"is {shown(value)}; valid: {', '.join(map(str, valid))}")

    return check


def alternatives(schema: dict, root: dict) -> Check:
    """The complaint is that of the alternative which the document resembles most."""
    forms = [inner if "$ref" not in inner else followed(inner["$ref"], root) for inner in schema["oneOf"]]
    checks = [(form.get("properties", {}).keys(), checker(form, root)) for form in forms]

    def check(value: object) -> None:
        keys = value.keys() if isinstance(value, dict) else set()
        wrong = []
        for names, judge in checks:
            try:
                return judge(value)
            except Wrong as problem:
                wrong.append((len(keys & names), problem))
        raise max(wrong, key=lambda pair: pair[0])[1]

    return check


def followed(reference: str, root: dict) -> dict:
    found = root
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found


MAKERS: list[tuple[set[str], Callable[[dict, dict], Check]]] = [
    ({"type"}, of_type),
    ({"enum", "const"}, literal),
    ({"$ref"}, lambda schema, root: checker(followed(schema["$ref"], root), root)),
    ({"oneOf"}, alternatives),
    ({"required"}, required),
    ({"properties", "additionalProperties"}, members),
    ({"items", "prefixItems", "minItems", "maxItems"}, elements),
    ({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}, limits),
]
KNOWN = set().union(*(words for words, _ in MAKERS))
