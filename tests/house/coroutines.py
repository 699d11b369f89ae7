"""Shapes of coroutine code that GCC 12 compiles wrongly: an owning temporary beside a co_await is destroyed twice.

Await only what a function returned or a named local; name a result before testing it.
"""

import re
from collections.abc import Iterator

CONDITION = re.compile(r"\b(?:if|while|switch)\s*(?:constexpr\s*)?\(")
FOR = re.compile(r"\bfor\s*\(")
BRACED = re.compile(r"\bco_await\s+[A-Za-z_][\w:]*(?:<[^;{}]*>)?\s*\{")


def enclosed(code: str, opening: int) -> str:
    """The text in the parentheses that open at `opening`."""
    depth = 0
    for at in range(opening, len(code)):
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        if depth == 0:
            return code[opening + 1 : at]
    return code[opening + 1 :]


def findings(code: str) -> Iterator[tuple[int, str]]:
    """(line, what is wrong) for text without comments and literals."""
    # Declaring the operator is no await, and auto&& is no conjunction; the length stays, and so do line numbers.
    code = re.sub(r"operator(\s+)co_await", r"operator\1CO_AWAIT", code)
    code = re.sub(r"auto(\s*)&&", r"auto\1  ", code)
    for found in CONDITION.finditer(code):
        if "co_await" in enclosed(code, found.end() - 1):
            yield line_of(code, found.start()), "co_await inside a condition: name the result first"
    for found in FOR.finditer(code):
        parts = enclosed(code, found.end() - 1).split(";")
        if len(parts) == 3 and "co_await" in parts[1]:
            yield line_of(code, found.start()), "co_await inside a loop's condition: name the result first"
    for found in BRACED.finditer(code):
        yield line_of(code, found.start()), "co_await of a braced aggregate: await what a function returned"
    yield from beside_operators(code)


def beside_operators(code: str) -> Iterator[tuple[int, str]]:
    """co_await under ?:, && or ||. A statement is what stands between ; { and }."""
    for found in re.finditer(r"[^;{}]+", code):
        statement = found[0]
        if "co_await" not in statement:
            continue
        line = line_of(code, found.start() + statement.index("co_await"))
        if re.search(r"&&|\|\|", own_operators(statement)):
            yield line, "co_await beside && or ||: name the result first"
        if re.search(r"\?", own_operators(statement)):
            yield line, "co_await under ?: - use if"


def own_operators(statement: str) -> str:
    """The statement without the conditions of if, while and for, where operators are harmless."""
    for pattern in (CONDITION, FOR):
        found = pattern.search(statement)
        while found:
            inside = enclosed(statement, found.end() - 1)
            statement = statement[: found.start()] + statement[found.end() + len(inside) + 1 :]
            found = pattern.search(statement)
    return statement


def line_of(code: str, at: int) -> int:
    return code.count("\n", 0, at) + 1
