"""Random rules on documents of several kinds: no reply holds a label, anchor, signature or date of a hidden section."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from server.config import Config
from tests.indexing.parsers.docx.word_file import definition, level, list_, paragraph, style, word_file
from tests.server.served import client_of, config_of, opened

Client = TestClient[Litestar]

CANARY = re.compile(r"[cC]anary[a-z0-9]+x|2016-03-01")
READERS: tuple[list[str], ...] = ([], ["*"], ["group:a"], ["group:b"])
SCOPES = ((), ("group:a",), ("group:a", "group:b"))

HTML = b"""<html><head><title>Fees</title></head><body><main id="canarymainx"><h1 id="canaryhonex">Fees canaryfeesx</h1>
<p id="canaryparx">Words canarybodyx about fees.</p><h2 id="canaryhtwox">Rent canaryrentx</h2>
<a name="canarynamex"></a><p>The rent canarydueinx is due.</p><table><tr><th>Fee canaryheadx</th><th>Price</th></tr>
<tr><td>Late canarylatex</td><td>3</td></tr></table><h3 id="canaryhthreex">Keys</h3><p>canarykeysx.</p></main></body>
</html>"""
PYTHON = b'''"""Words canarymodulex of the module."""

import canaryimportx


class Canaryclassx:
    """Holds canarydocx."""

    def first(self, canaryargx):
        return canaryargx + 1

    def second(self):
        # canarysecondx
        return 2
'''
STATUTE = """办法 canarytitlex

第一条 租客应当 canaryonex 支付租金：
（一）现金 canarycashx；
（二）转账 canarybankx。
第二条 押金 canarytwox 应当退还。但是 canarybutx 除外。
第三条 本办法自2016年3月1日起施行 canarythreex。
"""
MARKDOWN = b"""# Guide canaryguidex {#canarymarkx}

Lead canaryleadx:

## Steps canarystepsx {#canarystepmarkx}

You have to canarytodox:

- pay canarypayx
- leave canaryleavex
"""
NUMBERED = word_file(
    paragraph("Term canarytermx", style="One"),
    paragraph("Notice canarynoticex", style="Two"),
    paragraph("Ninety days canarydaysx."),
    paragraph("Cure canarycurex", style="Two"),
    styles=style("One", "heading 1", "<w:pPr><w:numPr><w:numId w:val='1'/></w:numPr></w:pPr>")
    + style("Two", "heading 2", "<w:pPr><w:numPr><w:ilvl w:val='1'/><w:numId w:val='1'/></w:numPr></w:pPr>"),
    numbering=definition(0, level(0, "canary%1x"), level(1, "canary%1b%2x")) + list_(1, 0),
)
FILES = {
    "fees.html": HTML,
    "holder.py": PYTHON,
    "law.txt": STATUTE.encode(),
    "guide.md": MARKDOWN,
    "clauses.docx": NUMBERED,
}
BESIDE_THE_TEXT = {
    "canarymainx": "canaryfeesx",
    "canaryhonex": "canaryfeesx",
    "canaryparx": "canarybodyx",
    "canaryhtwox": "canaryrentx",
    "canarynamex": "canarydueinx",
    "canaryhthreex": "canarykeysx",
    "canarymarkx": "canaryguidex",
    "canarystepmarkx": "canarystepsx",
    "canary1x": "canarytermx",
    "canary1b1x": "canarynoticex",
    "canary1b2x": "canarycurex",
    "2016-03-01": "canarythreex",
}
"""What the text has not, and a word of the section it belongs to."""


def config(folder: Path) -> Config:
    base = config_of(folder)
    return replace(base, indexing=replace(base.indexing, attributes={"effective": "date"}))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with opened(config(tmp_path)) as runtime, client_of(runtime) as client:
        yield client


def put(client: Client, name: str, access: list[str], rules: list[dict[str, Any]]) -> None:
    meta = json.dumps({"access": access, "section_access": rules})
    response = client.put(f"/documents/{name}", files={"file": (name, FILES[name]), "meta": (None, meta)})
    assert response.status_code in (200, 201), response.text


def ruled(sections: list[dict[str, Any]], chance: random.Random) -> tuple[list[dict[str, Any]], list[list[str] | None]]:
    """Rules on some of the sections, and what each section's own rule is."""
    own: list[list[str] | None] = [None]
    own += [chance.choice(READERS) if chance.random() < 0.5 else None for _ in sections[1:]]
    rules = [
        {"path": section["path"], "access": access}
        for section, access in zip(sections, own, strict=True)
        if access is not None
    ]
    return rules, own


def readers_by_canary(
    text: str, sections: list[dict[str, Any]], access: list[str], own: list[list[str] | None]
) -> dict[str, list[list[str]]]:
    """For each canary who may read the places it stands at: the nearest rule around them, else the document's."""
    found: dict[str, list[list[str]]] = {}
    for match in CANARY.finditer(text):
        around = [i for i, section in enumerate(sections) if section["start"] <= match.start() < section["end"]]
        ruling = [own[i] for i in sorted(around, key=lambda i: sections[i]["level"]) if own[i] is not None]
        found.setdefault(match.group(), []).append(ruling[-1] or [] if ruling else access)
    for canary, word in BESIDE_THE_TEXT.items():
        if word in found:
            found[canary] = found[word]
    return found


def replies(client: Client, principals: tuple[str, ...]) -> Iterator[str]:
    """What every address answers to this scope."""
    params = {"principal": list(principals)}
    for name in FILES:
        for address in ("text", "sections", "documents", "chunks"):
            yield client.get(f"/{address}/{name}", params=params).text
    yield client.get("/documents", params=params).text
    for query in ("canarydueinx", "租金 canarytwox", "Canaryclassx second", "canary1b2x Cure", "steps"):
        for mode, expand in (("hybrid", "parent"), ("lexical", "none")):
            body = {"query": query, "principals": principals, "mode": mode, "expand": expand, "explain": True}
            yield client.post("/search", json=body).text


@pytest.mark.parametrize("seed", range(6))
def test_no_reply_holds_what_belongs_to_a_hidden_section(client: Client, seed: int) -> None:
    chance = random.Random(seed)
    places: dict[str, list[list[str]]] = {}
    for name in FILES:
        put(client, name, ["*"], [])
        sections = client.get(f"/sections/{name}").json()["sections"]
        (segment,) = client.get(f"/text/{name}").json()["segments"]
        access = chance.choice(READERS)
        rules, own = ruled(sections, chance)
        put(client, name, access, rules)
        places |= readers_by_canary(segment["text"], sections, access, own)
    for principals in SCOPES:
        allowed = {
            canary
            for canary, readers in places.items()
            if any("*" in access or set(principals) & set(access) for access in readers)
        }
        for reply in replies(client, principals):
            assert set(CANARY.findall(reply)) <= allowed


def test_what_is_not_hidden_is_shown(client: Client) -> None:
    for name in FILES:
        put(client, name, ["*"], [])
    shown = {canary for reply in replies(client, ()) for canary in CANARY.findall(reply)}
    assert {"canaryhtwox", "canarystepmarkx", "canary1b2x", "2016-03-01", "Canaryclassx", "canarybutx"} <= shown


def test_a_computed_number_finds_the_heading_it_stands_before(client: Client) -> None:
    """The number is in no character of the text."""
    put(client, "clauses.docx", ["*"], [])
    body = {"query": "canary1b2x", "mode": "lexical", "expand": "none"}
    found = client.post("/search", json=body).json()["results"]
    assert found[0]["text"] == "Cure canarycurex"
    assert found[0]["citations"][0]["labels"] == [[found[0]["citations"][0]["start"], "canary1b2x"]]
