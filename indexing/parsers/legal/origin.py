"""Who issued a legal text, and whose law governs it: only where it says so in so many words."""

import re
from typing import Final

_EDGE: Final = 20_000
"""Characters at the beginning and at the end where a text speaks of itself."""

_ISSUER: Final = re.compile(
    r"(?:(?:发布|制定|颁布|发文|颁发)(?:机关|单位|部门|机构)[*_]*\s?[：:]"
    r"|\b(?:Issued by|Issuer|Issuing authority)[*_]*:)[*_ \t\u3000]*(?P<stated>[^\n，。；;|　]{2,60})"
)
_JURISDICTION: Final = re.compile(
    r"(?:\bgoverned by,?\s(?:and (?:construed|interpreted) in accordance with,?\s)?the\s(?:internal\s)?laws?\sof"
    r"|\b[Jj]urisdiction[*_]*:|管辖地[*_]*\s?[：:])[*_]*\s{0,3}(?P<stated>(?:the\s)?[A-Z\u4e00-\u9fff][^\n,.;，。；(]{1,60})"
)


def stated_origin(text: str) -> dict[str, str]:
    """`issuer` and `jurisdiction` of `text`, as far as it states them.

    >>> stated_origin("发布机关：市住房局\\n第一条 本办法适用于本市。")
    {'issuer': '市住房局'}
    >>> stated_origin("This Agreement is governed by the laws of the State of New York.")
    {'jurisdiction': 'the State of New York'}
    """
    stated = text if len(text) <= 2 * _EDGE else text[:_EDGE] + "\n" + text[-_EDGE:]
    found = {"issuer": _ISSUER.search(stated), "jurisdiction": _JURISDICTION.search(stated)}
    return {name: " ".join(match["stated"].split()) for name, match in found.items() if match}
