import random
import time

import pytest

from indexing.parsers.charset import is_plausible, rank_charsets

SENTENCES = {
    "gb18030": [
        "出租人应当按照约定将租赁物交付承租人。",
        "服务启动后，请检查日志中是否有错误信息。",
        "本公司成立于一九九八年，总部位于上海。",
        "我们今天下午三点开会",
        "押金",
    ],
    "big5": [
        "出租人應以合於約定之租賃物交付承租人。",
        "服務啟動後，請檢查記錄中是否有錯誤訊息。",
        "本公司成立於一九九八年，總部位於臺北。",
        "我們今天下午三點開會",
    ],
    "cp932": [
        "賃貸人は、約定に従って賃借物を引き渡さなければならない。",
        "サーバーを起動した後、ログを確認してください。",
        "商品名,価格,数量\r\nりんご,100,5\r\n",
        "お問い合わせ",
        "東京都千代田区",
    ],
    "cp1252": [
        "Für die Größe der Öffnung gelten §§ 3 und 4.",
        "El niño comió piñas en España, ¿verdad?",
        "It’s “fine” — really…",
        "Coração, não é à toa",
        "© 2024 Acme",
    ],
}
CASES = [(codec, sentence) for codec, sentences in SENTENCES.items() for sentence in sentences]


@pytest.mark.parametrize(("codec", "sentence"), CASES)
def test_a_sentence_is_recognised_in_its_legacy_charset(codec: str, sentence: str) -> None:
    assert rank_charsets(sentence.encode(codec))[:1] == [codec]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("sentence", [sentence for _, sentence in CASES])
def test_a_sentence_is_recognised_in_utf_16(codec: str, sentence: str) -> None:
    assert rank_charsets(sentence.encode(codec))[:1] == [codec]


def test_random_bytes_are_no_text() -> None:
    source = random.Random(7)
    accepted = [length for length in (64, 256, 4096) for _ in range(100) if rank_charsets(source.randbytes(length))]
    assert accepted == []


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("Ïðèâåò, êàê äåëà", "cp1252"),
        ("茄惫绢 巩辑涝聪促. 烙瞒牢篮 概岿 富老鳖瘤 烙措丰甫", "gb18030"),
        ("a\x01\x02\x03", "cp1252"),
    ],
)
def test_mojibake_and_binary_are_not_plausible(text: str, codec: str) -> None:
    assert not is_plausible(text, codec)


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("임대료는 매월 납부합니다.", "euc-kr"),
        ("敷金は二か月後に返金されます。", "euc-jp"),
        ("家賃は毎月一日に支払う。", "euc-jp"),
    ],
)
def test_a_short_sentence_in_a_charset_that_is_no_candidate_is_refused(text: str, charset: str) -> None:
    assert rank_charsets(text.encode(charset)) == []


def test_the_cost_does_not_grow_with_the_document() -> None:
    content = "甲方应当在三十日内付款。".encode("gb18030") * 1_000_000
    began = time.perf_counter()
    assert rank_charsets(content)[0] == "gb18030"
    assert time.perf_counter() - began < 5
