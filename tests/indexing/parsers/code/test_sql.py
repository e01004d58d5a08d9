import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.parsers.code.sql import sql_parts
from tests.indexing.parsers.code.outlines import parsed, titles
from tests.indexing.parsers.soundness import assert_sound


def statements(script: str) -> list[str]:
    return [script[part.start : part.end] for part in sql_parts(script)]


@pytest.mark.parametrize(
    "expected",
    [
        ["SELECT 1;", "SELECT 2"],
        ["SELECT ';', \";\", `;`, [;] FROM a;", "SELECT 2;"],
        ["SELECT 'it''s; \\'; ';", "SELECT 2;"],
        ["/* ; */ SELECT 1 -- ;\n;", "SELECT 2;"],
        ["CREATE FUNCTION f() RETURNS int AS $$ BEGIN; RETURN 1; END; $$ LANGUAGE plpgsql;", "SELECT 2;"],
        ["CREATE FUNCTION f() RETURNS int AS $body$ $$;$$ $body$ LANGUAGE sql;", "SELECT 2;"],
        ["CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; END IF; SELECT CASE WHEN a THEN 1 END; END;", "SELECT 2;"],
        ["CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET a = 1; END;", "SELECT 2;"],
        ["DELIMITER //", "CREATE PROCEDURE p() BEGIN SELECT 1; END //", "DELIMITER ;", "SELECT 2;"],
        ["CREATE PROC dbo.p AS\nBEGIN\n  SELECT 1;\nEND\nGO", "SELECT 2\nGO"],
        ["COPY a (b) FROM stdin;\n1\t;\n\\.", "SELECT 2;"],
        ["BEGIN;", "SELECT CASE a WHEN 1 THEN 2 END;", "COMMIT;"],
    ],
)
def test_a_statement_ends_where_its_dialect_ends_it(expected: list[str]) -> None:
    assert statements("\n".join(expected)) == expected


def test_comments_belong_to_the_statement_below_them_unless_a_blank_line_is_between() -> None:
    assert statements("-- Dump.\n\n-- Users.\n# All.\nCREATE TABLE a (b int);\n\n-- End.\n") == [
        "-- Dump.",
        "-- Users.\n# All.\nCREATE TABLE a (b int);",
        "-- End.",
    ]


def test_statements_are_named_by_what_they_create_or_change() -> None:
    script = (
        "CREATE TABLE IF NOT EXISTS `shop`.`users` (\n  id int\n);\n\n"
        "CREATE UNIQUE INDEX CONCURRENTLY by_name ON users\n  (name);\n\n"
        "INSERT INTO users VALUES (1);\nINSERT INTO users VALUES (2);\n\n"
        "SELECT id\nFROM users\nWHERE name = '张';\n"
    )
    assert titles(script, "a.sql") == [
        "  shop.users",
        "  by_name",
        "  INSERT INTO users",
        "  SELECT id FROM users WHERE name = '张';",
    ]


def test_a_long_insert_is_cut_between_rows_and_its_pieces_say_into_what() -> None:
    script = "INSERT INTO a (b, c) VALUES " + ",".join(f"({number}, 'x')" for number in range(500)) + ";"
    (block,) = parsed(script, "a.sql").blocks
    assert [span.slice(script) for span in block.header] == ["INSERT INTO a (b, c) VALUES"]
    assert {script[cut - 2 : cut + 1] for cut in block.cuts} == {"),("}


PIECES = ("'", '"', "`", "[", "$$", "$a$", "/*", "*/", "--", ";", "\n", "GO\n", "BEGIN ", "END ", "x ", "中", "7")
CLAUSES = ("CREATE PROCEDURE p ", "DELIMITER //\n", "//", "COPY a FROM stdin;", "\\.")


@given(st.lists(st.sampled_from(PIECES + CLAUSES), min_size=1).map("".join))
def test_every_script_is_sound(script: str) -> None:
    if script.strip():
        assert_sound(parsed(script, "a.sql"))


def test_comments_and_grants_are_named_and_queries_by_the_comment_that_names_them() -> None:
    script = (
        "COMMENT ON COLUMN app.users.email IS 'unique;\nlower case';\n\n"
        "GRANT SELECT, INSERT ON app.users\n  TO reader;\n\n"
        "-- name: GetUser :one\nSELECT *\nFROM users;\n\n"
        "-- 本周活跃的用户\nSELECT id\nFROM users;\n"
    )
    assert titles(script, "a.sql") == [
        "  COMMENT ON COLUMN app.users.email",
        "  GRANT SELECT, INSERT ON app.users",
        "  GetUser",
        "  本周活跃的用户",
    ]


def test_later_pieces_of_what_is_created_need_its_first_line() -> None:
    (block,) = parsed("-- Users.\nCREATE VIEW a AS\nSELECT b\nFROM c;\n", "a.sql").blocks
    assert [(span.start, span.end) for span in block.header] == [(10, 26)]
