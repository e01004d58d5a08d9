"""Words that a paragraph of a legal text begins with and that say what it is to the one before it."""

import re
from typing import Final

_QUALIFIER: Final = re.compile(
    r"[ \t\u3000]*[*_(（]{0,3}(?:"
    r"但(?:是|书|[，,]|(?=[本有不该未经在因法双当甲乙其依应另对以属如若上前]))|除外|除前[款项条]|前[一二三四五六两\d]{0,2}[款项][^，。]{0,6}(?:规定|所列|所称|情形|的)"
    r"|前[一二三四五六两\d]{0,2}款第[（(][一二三四五六七八九十\d]{1,3}[）)][、至项]"
    r"|(?:注|备注|注意|说明|例外)(?:\d{1,2})?[：:]"
    r"|(?:Notes?|NOTES?|N\.B\.|Exceptions?|EXCEPTIONS?|Remarks?)(?:[ ]\d{1,2})?[:.—–-]"
    r"|(?:[Pp]rovided|PROVIDED)(?:,?[ ](?:further|however|FURTHER|HOWEVER),?)?[ ](?:that|THAT)\b"
    r"|(?:Except|EXCEPT)[ ](?:as|that|where|for|AS|THAT)\b|(?:Notwithstanding|NOTWITHSTANDING)\b"
    r"|(?:By way of derogation|BY WAY OF DEROGATION|The foregoing|THE FOREGOING)\b)"
)
_DEFINITION: Final = re.compile(
    r"[*_]{0,3}[\"“「][^\"”」\n]{1,60}[\"”」][*_]{0,3}[^.。\n]{0,40}?"
    r"(?:\bmeans?\b|\bshall mean\b|\bhas the meaning\b|\brefers? to\b|是指|系指|指[：:]?|：|:)"
)


def qualifies(line: str) -> bool:
    """Whether a paragraph that begins with `line` is an exception, a proviso or a note to the one before it.

    >>> qualifies("但是，法律另有规定的除外。"), qualifies("Provided that notice is given."), qualifies("但丁是诗人。")
    (True, True, False)
    """
    return bool(_QUALIFIER.match(line))


def begins_definition(line: str) -> bool:
    """Whether a line begins with a term in quotes and what it means.

    >>> begins_definition('"Fees" means the fees.'), begins_definition("“设备”是指附件一所列的设备。")
    (True, True)
    """
    return bool(_DEFINITION.match(line))
