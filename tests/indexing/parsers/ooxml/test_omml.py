from xml.etree.ElementTree import fromstring

import pytest

from indexing.parsers.ooxml.omml import linear
from tests.indexing.parsers.docx.word_file import NAMESPACES


def part(name: str, *inside: str) -> str:
    return f"<m:{name}>{''.join(inside)}</m:{name}>"


def text(words: str) -> str:
    return f"<m:r><m:t>{words}</m:t></m:r>"


def sign(name: str, value: str) -> str:
    return f'<m:{name} m:val="{value}"/>'


X, N = part("e", text("x")), part("e", text("n"))


@pytest.mark.parametrize(
    ("equation", "written"),
    [
        (part("f", part("num", text("1")), part("den", text("1+x"))), "1/(1+x)"),
        (part("sSubSup", X, part("sub", text("i")), part("sup", text("2"))), "x_i^2"),
        (part("sSup", X, part("sup", text("n+1"))), "x^(n+1)"),
        (part("rad", X), "√x"),
        (part("rad", part("deg", text("3")), X), "√(3&x)"),
        (
            part("nary", part("naryPr", sign("chr", "∑")), part("sub", text("i=1")), part("sup", text("n")), X),
            "∑_(i=1)^n x",
        ),
        (part("nary", part("sub"), part("sup"), X), "∫ x"),
        (part("d", X, N), "(x|n)"),
        (part("d", part("dPr", sign("begChr", "["), sign("endChr", "]"), sign("sepChr", ",")), X, N), "[x,n]"),
        (part("func", part("fName", text("sin")), X), "sin x"),
        (part("m", part("mr", X, N), part("mr", N, X)), "[x&n; n&x]"),
        (part("limLow", part("e", text("lim")), part("lim", text("n→∞"))), "lim_n→∞"),
        (part("acc", part("accPr", sign("chr", "\u0305")), X), "x\u0305"),
        (part("eqArr", part("e", text("x=1")), part("e", text("y=2"))), "x=1; y=2"),
        (part("box", X), "x"),
    ],
)
def test_the_structure_of_an_equation_is_kept_in_one_line(equation: str, written: str) -> None:
    assert linear(fromstring(f"<m:oMath {NAMESPACES}>{equation}</m:oMath>")) == written
