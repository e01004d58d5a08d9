"""Signs of symbol fonts as characters: what `w:sym` shows, whose codes mean nothing outside their font.

Sources: Adobe's Symbol encoding, and Unicode's mapping of Wingdings (proposal L2/12-368).
"""

from typing import Final

_PRIVATE: Final = 0xF000
"""Symbol fonts put their code n here."""

_SYMBOL: Final = {
    **dict(zip(range(0x41, 0x5B), "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True)),
    **dict(zip(range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True)),
    **dict(zip(range(0xA1, 0xC0), "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵", strict=True)),
    **dict(zip(range(0xC4, 0xD2), "⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇", strict=True)),
    **dict(zip(range(0xD5, 0xE0), "∏√⋅¬∧∨⇔⇐⇑⇒⇓", strict=True)),
    0x22: "∀", 0x24: "∃", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x7E: "∼", 0xE0: "◊", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_WINGDINGS: Final = {
    0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x72: "❒", 0x75: "◆", 0x76: "❖", 0x77: "⬥", 0x78: "⌧", 0xA7: "▪",
    0xA8: "☐", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓",
    0xFD: "☒", 0xFE: "☑", 0x4A: "☺", 0x4C: "☹", 0x46: "☞", 0x28: "☎", 0x2A: "✉", 0x22: "✂",
    **dict(zip(range(0x8C, 0x96), "❶❷❸❹❺❻❼❽❾❿", strict=True)),
    **dict(zip(range(0x81, 0x8B), "①②③④⑤⑥⑦⑧⑨⑩", strict=True)),
}  # fmt: skip
_WINGDINGS_2: Final = {
    0x50: "✓",
    0x4F: "✗",
    0x52: "☑",
    0x51: "☒",
    0x53: "☒",
    0x54: "☒",
    0xA3: "☐",
    0x97: "●",
    0x98: "●",
}
_FONTS: Final = {"symbol": _SYMBOL, "wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2}


def symbol(font: str, code: int) -> str:
    """The character that `font` shows for `code`; empty where that is not known.

    >>> symbol("Symbol", 0xF061), symbol("Wingdings", 0xF0FE), symbol("Arial", 0xE9), symbol("Webdings", 0xF021)
    ('α', '☑', 'é', '')
    """
    signs = _FONTS.get(font.strip().lower())
    low = code - _PRIVATE if _PRIVATE <= code < _PRIVATE + 256 else code
    if signs is not None and low in signs:
        return signs[low]
    if signs is None and low == code and 0x20 <= code < 0x110000 and not 0xD800 <= code < 0xF900:
        return chr(code)
    return chr(low) if signs is _SYMBOL and 0x20 <= low < 0x7F else ""
