import pytest

from indexing.parsers.markdown.front_matter import read_front_matter


def test_title_and_plain_values_are_read() -> None:
    front = read_front_matter(
        "---\n# comment\ntitle: Fees\nweight: 3\ndraft: no\nrate: 0.5\ntags: [a, b]\n"
        "date: 2024-05-01\nat: 2024-05-01T10:00:00\nnothing:\nnested: {a: 1}\nmixed: [a, [b]]\n---\nText\n"
    )
    assert front.title == "Fees"
    assert front.attributes == {
        "weight": 3,
        "draft": False,
        "rate": 0.5,
        "tags": ["a", "b"],
        "date": "2024-05-01",
        "at": "2024-05-01T10:00:00",
    }
    assert front.warnings == ()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("closing", ["---", "...", "---  "])
def test_it_ends_after_its_closing_line(newline: str, closing: str) -> None:
    head = newline.join(["---", "a: 1", closing, ""])
    assert read_front_matter(head + "# A").end == len(head)


def test_a_file_may_end_with_it() -> None:
    assert read_front_matter("---\na: 1\n---").end == 12


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# A\n",
        "\n---\na: 1\n---\n",
        "---\na: 1\n",
        "---\n\nA quote.\n\n---\n",
        "---\n# A\n\ntext\n---\n",
        "----\na: 1\n----\n",
        "--- x\na: 1\n---\n",
        "---\n- a\n---\n",
    ],
)
def test_what_is_not_front_matter_stays_text(text: str) -> None:
    assert read_front_matter(text).end == 0


def test_an_empty_one_is_removed() -> None:
    assert read_front_matter("---\n---\nx").end == 8


@pytest.mark.parametrize(
    "source",
    [
        "title: A: B",
        "title: [",
        "title: &a [*a",
        "date: 2024-13-45",
        "a: !!python/object:os.system x",
        "a: " + "[" * 5000,
        "a: " + "x" * 70_000,
    ],
)
def test_one_that_can_not_be_read_is_a_warning(source: str) -> None:
    front = read_front_matter(f"---\n{source}\n---\nx")
    assert front.end > 0
    assert (front.title, front.attributes) == (None, {})
    assert len(front.warnings) == 1


def test_values_that_json_does_not_know_are_left_out_or_written_out() -> None:
    front = read_front_matter("---\na: .inf\nb: !!binary aGk=\nc: 99999999999999999999\ntitle: 7\n---\n")
    assert front.attributes == {"c": "99999999999999999999", "title": 7}
    assert front.title is None


def test_half_a_character_escaped_in_yaml_is_replaced() -> None:
    read = read_front_matter('---\ntitle: "a\\ud800b"\n"k\\udfff": ["\\ud83d"]\n---\nx\n')
    assert read.title == "a\ufffdb"
    assert read.attributes == {"k\ufffd": ["\ufffd"]}


def test_toml_states_title_and_plain_values() -> None:
    front = read_front_matter(
        '+++\n# comment\ntitle = "Fees"\nweight = 3\ntags = ["a", "租"]\ndate = 2024-05-01\n[params]\nx = 1\n+++\n# A\n'
    )
    assert front.title == "Fees"
    assert front.attributes == {"weight": 3, "tags": ["a", "租"], "date": "2024-05-01"}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_toml_ends_after_its_closing_line(newline: str) -> None:
    head = newline.join(["+++", "a = 1", "+++", ""])
    front = read_front_matter(head + "# A")
    assert (front.end, front.attributes) == (len(head), {"a": 1})


def test_json_states_title_and_plain_values() -> None:
    head = '{\n  "title": "Fees",\n  "tags": ["a"],\n  "nested": {"b": 1}\n}\n'
    front = read_front_matter(head + "\n# A\n")
    assert (front.end, front.title, front.attributes) == (len(head), "Fees", {"tags": ["a"]})


@pytest.mark.parametrize(
    "text",
    [
        "+++\ntext\n+++\n",
        "++++\na = 1\n++++\n",
        "+++\na = 1\n",
        "{{< note >}}\n",
        "{a}\n",
        '{"a": 1}\n# A\n',
        '{\n"a": 1\n}\n',
        '{\n"a": 1\n} and so on\n',
    ],
)
def test_marks_of_toml_and_json_alone_are_text(text: str) -> None:
    front = read_front_matter(text)
    assert (front.end, front.warnings) == (0, ())


def test_toml_that_can_not_be_read_is_a_warning() -> None:
    front = read_front_matter("+++\na = \n+++\nx")
    assert front.end == 13
    assert front.warnings[0].startswith("the front matter is not TOML")


@pytest.mark.parametrize("source", ['{\n"a": 1,\n}\n', '{\n"a": ' + "[" * 5000 + "\n"])
def test_json_that_can_not_be_read_stays_text_with_a_warning(source: str) -> None:
    front = read_front_matter(source + "# A\n")
    assert front.end == 0
    assert front.warnings[0].startswith("the front matter is not JSON and was left in the text")
