import pytest

from indexing.parsers.chat.speakers import speaking_of


@pytest.mark.parametrize(
    ("line", "shape", "name", "head"),
    [
        ("Alice: hi", "name", "Alice", "Alice:"),
        ("**Alice:** hi", "name", "Alice", "**Alice:**"),
        ("客服：您好", "name", "客服", "客服："),
        ("[10:02] Alice Li: hi", "bracket", "Alice Li", "[10:02] Alice Li:"),
        ("[2020/12/31 下午10:02:11] 张三: 你好", "bracket", "张三", "[2020/12/31 下午10:02:11] 张三:"),
        ("[00:01:02] SPEAKER 1: hi", "bracket", "SPEAKER 1", "[00:01:02] SPEAKER 1:"),
        ("12/31/20, 10:02 PM - Alice: hi", "dash", "Alice", "12/31/20, 10:02 PM - Alice:"),
        (
            "[Yesterday 3:14 PM] Li, Wei (Finance)",
            "before",
            "Li, Wei (Finance)",
            "[Yesterday 3:14 PM] Li, Wei (Finance)",
        ),
        ("anna_b — Yesterday at 9:14 AM", "after", "anna_b —", "anna_b — Yesterday at 9:14 AM"),
        ("2024-01-02 10:02:03 李娜<li@example.org>", "before", "李娜", "2024-01-02 10:02:03 李娜<li@example.org>"),
        ("【客服】2024/3/12 10:00:05：您好", "label", "客服", "【客服】2024/3/12 10:00:05："),
        ("12/31/20, 10:02 - +49 170 1234567: hi", "dash", "+49 170 1234567", "12/31/20, 10:02 - +49 170 1234567:"),
        ("10:02 <alice> hi", "nick", "alice", "10:02 <alice>"),
        ("[10:02] <@bob> hi", "nick", "bob", "[10:02] <@bob>"),
        ("10:02:11 From Alice to Everyone: hi", "stamp", "Alice", "10:02:11 From Alice to Everyone:"),
        ("张三 2024-01-02 10:02:03", "after", "张三", "张三 2024-01-02 10:02:03"),
        ("SPEAKER 1 [00:01:02]", "after", "SPEAKER 1", "SPEAKER 1 [00:01:02]"),
        ("Alice  10:02 AM", "after", "Alice", "Alice  10:02 AM"),
        ("**Alice** (10:02): hi", "after", "Alice", "**Alice** (10:02):"),
        ("2024-01-02 10:02:03 张三(12345)", "before", "张三(12345)", "2024-01-02 10:02:03 张三(12345)"),
        ("--- Comment by Bo Li on 2024-01-02 ---", "comment", "Bo Li", "--- Comment by Bo Li on 2024-01-02 ---"),
        ("Bo Li commented on Jan 2, 2024", "wrote", "Bo Li", "Bo Li commented on Jan 2, 2024"),
        ("张三 回复于 2024-01-02 10:02", "wrote", "张三", "张三 回复于 2024-01-02 10:02"),
    ],
)
def test_who_speaks_is_read_in_each_shape(line: str, shape: str, name: str, head: str) -> None:
    found = speaking_of(line)
    assert found is not None
    assert (found.shape, found.name, line[: found.length].strip()) == (shape, name, head)


@pytest.mark.parametrize(
    "line",
    [
        "Note: this is it",
        "注意：先关电源",
        "http://example.org",
        "Price: 12",
        "10:02 *** Bob joined",
        "2024-01-02 10:02:03 ERROR: disk full",
        "2024-01-02T10:02:03Z [main] INFO starting: now",
        "First, open the door: it is heavy",
        "只要付款，就可以：随时入住",
        "",
    ],
)
def test_fields_notes_and_program_logs_say_nobody_speaks(line: str) -> None:
    assert speaking_of(line) is None


@pytest.mark.parametrize("line", ["2013-07-25 17:06:27 test.txt", "2024-01-02 10:02:03 anna_b", "客户：13800138000"])
def test_what_files_and_fields_look_like_counts_only_beside_sure_lines(line: str) -> None:
    found = speaking_of(line)
    assert found is not None
    assert not found.sure
