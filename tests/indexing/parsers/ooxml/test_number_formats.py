import pytest

from indexing.parsers.ooxml.number_formats import numeral


@pytest.mark.parametrize(
    ("style", "value", "written"),
    [
        ("decimal", 12, "12"),
        ("decimalZero", 3, "03"),
        ("upperRoman", 1994, "MCMXCIV"),
        ("lowerRoman", 9, "ix"),
        ("lowerLetter", 26, "z"),
        ("lowerLetter", 27, "aa"),
        ("upperLetter", 28, "BB"),
        ("ordinal", 11, "11th"),
        ("ordinal", 22, "22nd"),
        ("chineseCounting", 21, "二十一"),
        ("chineseCounting", 105, "一〇五"),
        ("chineseCountingThousand", 10, "十"),
        ("chineseCountingThousand", 105, "一百零五"),
        ("chineseCountingThousand", 110, "一百一十"),
        ("chineseCountingThousand", 10_010, "一万零一十"),
        ("chineseLegalSimplified", 12, "壹拾贰"),
        ("ideographTraditional", 3, "丙"),
        ("ideographZodiac", 12, "亥"),
        ("ideographDigital", 20, "二〇"),
        ("decimalEnclosedCircle", 21, "㉑"),
        ("decimalEnclosedParen", 1, "⑴"),
        ("decimalFullWidth", 10, "１０"),
        ("numberInDash", 4, "- 4 -"),
        ("bullet", 1, ""),
        ("none", 1, ""),
        ("unheardOf", 7, "7"),
    ],
)
def test_numbers_are_written_as_the_format_says(style: str, value: int, written: str) -> None:
    assert numeral(value, style) == written


@pytest.mark.parametrize("style", ["upperRoman", "lowerLetter", "decimalEnclosedCircle", "ideographTraditional"])
@pytest.mark.parametrize("value", [0, -1, 999_999_999])
def test_what_a_format_can_not_write_is_written_in_digits(style: str, value: int) -> None:
    assert numeral(value, style) == str(value)
