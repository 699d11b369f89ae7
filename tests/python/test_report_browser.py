# SPDX-License-Identifier: BSD-3-Clause
"""The report in a real browser, without a network: what its script does, by mouse and by keyboard, and axe-core."""

import base64
import csv
import importlib.util
import json
from pathlib import Path

import chromium
import pytest
import report_documents as made

pytestmark = [pytest.mark.long, pytest.mark.skipif(not chromium.program(), reason="no Chromium: tools/setup.sh --long")]

TABLE = "tables.find(table => table.data.name === 'measurements')"
CELLS = (
    "[...document.querySelectorAll('#measurements tbody tr:not(.gap)')].map(r => [...r.cells].map(c => c.innerText))"
)
EVIL = "</script><b>\"&'<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    found = chromium.Chromium(tmp_path_factory.mktemp("chromium"))
    yield found
    found.close()


@pytest.fixture
def page(run, tmp_path, browser):
    """A report of documents, opened; its path."""

    def make(*documents, **look):
        paths = []
        for i, document in enumerate(documents):
            paths.append(tmp_path / f"{i}.json")
            paths[-1].write_text(json.dumps(document))
        assert run("report", *paths, "-o", tmp_path / "r.html")[0] == 0
        browser.look(**look)
        browser.open(tmp_path / "r.html")
        return tmp_path / "r.html"

    return make


def all_kinds():
    calls = [made.call("bcast", [1024, 2048], 1000, 2e6), made.call("gatherv", None, 10, 2e4)]
    machine = Path(__file__).resolve().parents[2] / "data/machines/aurora.json"
    here = {"machine": made.described()}
    several = made.together(made.crossing() | here, made.crossing("allreduce", 8) | here)
    return several, made.table(), made.profile(calls), made.guidelines(), json.loads(machine.read_text())


def axe(browser):
    found = importlib.util.find_spec("axe_playwright_python")
    if not found:
        pytest.skip("no axe-core: tools/setup.sh --long")
    browser.evaluate((Path(found.origin).parent / "axe.min.js").read_text() + "; 0")
    result = json.loads(browser.evaluate("axe.run().then(r => JSON.stringify([r.violations, r.passes.length]))"))
    assert result[1] > 10
    return [(v["id"], v["impact"], [n["target"] for n in v["nodes"]][:3]) for v in result[0]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 380])
def test_axe_finds_nothing(page, browser, scheme, width):
    page(*all_kinds(), width=width, scheme=scheme)
    browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert axe(browser) == []
    assert browser.evaluate("document.documentElement.scrollWidth") == width
    assert browser.complaints() == []


def seen(browser, file):
    """Of a picture: width, height, how many colours it has, and how light it is on the whole, from 0 to 1."""
    source = "data:image/png;base64," + base64.b64encode(file.read_bytes()).decode()
    look = """async () => {
        const image = new Image(); image.src = SOURCE; await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height), on = canvas.getContext("2d");
        on.drawImage(image, 0, 0);
        const data = on.getImageData(0, 0, image.width, image.height).data, colours = new Set();
        let sum = 0;
        for (let i = 0; i < data.length; i += 4) {
            colours.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
            sum += data[i] + data[i + 1] + data[i + 2];
        }
        return [image.width, image.height, colours.size, sum / (data.length / 4 * 765)];
    }"""
    return browser.evaluate(f"({look.replace('SOURCE', json.dumps(source))})()")


@pytest.mark.parametrize("width, scheme", [(1280, "light"), (1280, "dark"), (380, "light"), (380, "dark")])
def test_pictures_show_the_whole_page(page, browser, tmp_path, width, scheme):
    """They stay in pytest's --basetemp, to be looked at."""
    page(*all_kinds(), width=width, scheme=scheme)
    whole = browser.evaluate("document.documentElement.scrollHeight")
    file = tmp_path / f"{scheme}-{width}.png"
    browser.picture(file)
    wide, high, colours, light = seen(browser, file)
    assert (wide, high) == (width, whole) and high > 4000
    assert colours > 100 and (light > 0.8 if scheme == "light" else light < 0.25)


def test_the_script_shows_rows_as_the_file_has_them(page, browser):
    path = page(*all_kinds())
    first = browser.evaluate(CELLS)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(path)
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)
    plain = browser.evaluate(CELLS)
    assert plain[: len(first)] == first[: len(plain)] and len(first) > 20
    assert browser.evaluate("document.querySelector('.tools').hidden")


def test_sort_filter_and_file(page, browser):
    page(made.together(made.crossing(), made.crossing("allreduce", 8)))
    browser.evaluate(
        "[...document.querySelectorAll('#measurements th button')].find(b => b.textContent === 'time µs').click()"
    )
    times = [float(row[5]) for row in browser.evaluate(CELLS)]
    assert times == sorted(times) and times[0] == 5.0
    heads = "document.querySelectorAll('#measurements th[aria-sort]')"
    assert browser.evaluate(f"[{heads}.length, {heads}[0].getAttribute('aria-sort')]") == [1, "ascending"]
    browser.evaluate(f"{TABLE}.sort(5)")
    times = [float(row[5]) for row in browser.evaluate(CELLS)]
    assert times == sorted(times, reverse=True) and times[0] > 2000
    browser.evaluate(f"{TABLE}.filter('allreduce ranks=8 bytes=1K')")
    rows = browser.evaluate(CELLS)
    assert {row[4] for row in rows} == {"native", "native'", "knomial:k=4"} and len(rows) == 3
    file = browser.evaluate(f"csv({TABLE}.data.columns, {TABLE}.rows)").split("\r\n")
    assert file[0].startswith("collective,ranks,nodes,bytes,algorithm,time_us,low_us,high_us,ratio to native")
    assert len(file) == 5 and all(line.startswith("allreduce,8,1,1024,") for line in file[1:4])
    browser.evaluate(f"{TABLE}.filter('nothing-has-this-name')")
    assert browser.evaluate(CELLS) == []
    assert "0 of 108 rows" in browser.evaluate("document.querySelector('#measurements .state').textContent")


def test_the_button_writes_the_rows_that_are_shown(page, browser, tmp_path):
    page(made.together(made.crossing(), made.crossing("allreduce", 8)))
    browser.click("#measurements input")
    browser.call("Input.insertText", text="allreduce knomial")
    state = "document.querySelector('#measurements .state').textContent"
    shown = browser.evaluate(f"new Promise(done => setTimeout(() => done({state}), 500))")  # it waits for more keys
    assert shown.startswith("18 of 108 rows")
    file = browser.download("#measurements .csv", tmp_path / "downloads")
    assert file.name == "measurements.csv"
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    wanted = [row for row in made.crossing("allreduce", 8)["results"] if row["variant"] == "knomial:k=4"]
    assert [(row["collective"], int(row["bytes"]), float(row["time_us"])) for row in rows] == [
        ("allreduce", row["bytes"], row["time_us"]) for row in wanted
    ]
    assert browser.complaints() == []


def test_what_is_not_known_comes_last_both_ways(page, browser):
    page(made.crossing())
    for _ in range(2):
        browser.evaluate(f"{TABLE}.sort(8)")
        rows = browser.evaluate(
            f"(() => {{ const t = {TABLE}; return [...t.rows].map(r => t.data.columns[8].values[r]) }})()"
        )
        assert None not in rows[:36] and rows[36:] == [None] * 18


def test_by_keyboard_alone(page, browser):
    page(made.crossing())
    seen = []
    for _ in range(12):
        browser.press("Tab", 9)
        seen.append(browser.evaluate("document.activeElement.textContent.trim() || document.activeElement.type"))
        style = "getComputedStyle(document.activeElement)"
        assert browser.evaluate(f"{style}.outlineStyle") == "solid", seen
    assert seen[:3] == ["auto", "light", "dark"] and "Who wins where" in seen
    browser.evaluate("document.querySelectorAll('#measurements th button')[3].focus()")
    browser.press("Enter", 13, "\r")
    assert browser.evaluate("document.querySelector('#measurements th[aria-sort]').textContent") == "bytes"
    browser.evaluate("document.querySelector('#measurements .scroll').focus()")
    for _ in range(3):
        browser.press("PageDown", 34)
    until = (
        "new Promise(done => setTimeout(() => done(document.querySelector('#measurements .scroll').scrollTop), 500))"
    )
    assert browser.evaluate(until) > 100


def test_light_and_dark_by_hand(page, browser):
    page(made.crossing(), scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = browser.evaluate(ground)
    browser.evaluate("document.querySelector('[data-theme-choice=dark]').click()")
    dark = browser.evaluate(ground)
    assert dark != light
    browser.look(scheme="dark")
    assert browser.evaluate(ground) == dark
    browser.evaluate("document.querySelector('[data-theme-choice=light]').click()")
    assert browser.evaluate(ground) == light
    browser.evaluate("document.querySelector('[data-theme-choice=auto]').click()")
    assert browser.evaluate(ground) == dark


def test_no_text_becomes_markup(page, browser):
    evil = made.crossing()
    rename = {"knomial:k=4": EVIL}
    evil["library"] = EVIL
    evil["variants"] = [
        {"name": rename.get(v["name"], v["name"]), "spec": rename.get(v["spec"], v["spec"])} for v in evil["variants"]
    ]
    evil["results"] = [row | {"variant": rename.get(row["variant"], row["variant"])} for row in evil["results"]]
    call = made.call("bcast", [1024, 2048], 10, 1e6, algorithms={EVIL: 10})
    guidelines = made.guidelines()
    guidelines["guidelines"][0]["mock"] = EVIL
    page(evil, made.profile([call], program=EVIL), guidelines)
    assert browser.evaluate("document.querySelectorAll('main b:not(.tile b), img[src=x]').length") == 0
    assert EVIL in {row[4] for row in browser.evaluate(CELLS)}
    assert EVIL in browser.evaluate("document.querySelector('.map').innerText")
    assert browser.complaints() == []


@pytest.mark.timeout(300)
def test_a_hundred_thousand_rows(page, browser):
    page(made.many(100_000))
    assert browser.evaluate(f"{TABLE}.data.rows") >= 100_000
    assert browser.evaluate("document.querySelectorAll('#measurements tbody tr').length") < 100
    for what in ("sort(5)", "sort(5)", "sort(4)", "sort(8)", "filter('alltoall ranks=8')", "filter('')"):
        shown = f"{TABLE}.{what}; document.body.getBoundingClientRect()"
        timed = f"(() => {{ const t = performance.now(); {shown}; return performance.now() - t }})()"
        took = min(browser.evaluate(timed) for _ in range(3))  # others at work may make one long
        print(f"{what}: {took:.0f} ms")
        assert took < 1000, what
    place = "document.querySelector('#measurements .scroll')"
    browser.evaluate(f"{place}.scrollTop = {place}.scrollHeight")
    last = "[...document.querySelectorAll('#measurements tbody tr:not(.gap)')].at(-1).getAttribute('aria-rowindex')"
    shown = browser.evaluate(f"new Promise(done => setTimeout(() => done({last}), 300))")
    assert int(shown) == browser.evaluate(f"{TABLE}.data.rows") + 1
