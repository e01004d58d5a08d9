"""What definitions are called."""

import pytest

from tests.indexing.parsers.code.outlines import divided, titles


@pytest.mark.parametrize(
    ("name", "source", "title"),
    [
        ("a.cpp", "TEST(Solver, Solves) {\n  f();\n}\n", "TEST(Solver, Solves)"),
        ("a.c", "double PREFIX(predict)(int a) {\n  return 1;\n}\n", "PREFIX(predict)"),
        ("a.c", "void IRQ_HANDLER(int a) {\n  f();\n}\n", "IRQ_HANDLER"),
        ("a.c", "int *find(char *key)\n{\n  return 0;\n}\n", "find"),
        ("a.js", "app.get('/orders/:id', async (req, res) => {\n  res.end();\n});\n", "app.get('/orders/:id')"),
        ("a.js", "test.each([1])('adds %i', (a) => {\n  f(a);\n});\n", "test.each([1])('adds %i')"),
        ("a.ts", "describe(\n  '订单',\n  function () {\n    f();\n  },\n  5000,\n);\n", "describe('订单')"),
        ("a.js", "const server = http.createServer((req) => {\n  f();\n});\n", "server"),
        ("a.jsx", "export const Box = memo(forwardRef((props, ref) => {\n  return 1;\n}));\n", "Box"),
        ("a.js", "gulp.task('build', series('clean', () => {\n  f();\n}));\n", "gulp.task('build', series('clean'))"),
        ("a.go", "package a\n\ntype (\n\tID string\n\tLine struct{ SKU ID }\n)\n", "ID, Line"),
        ("a.py", "@cached\n@app.get('/')\ndef index():\n    return 1\n", "index"),
        ("a.rb", "task :deploy, [:env] => :test do |t|\n  f\nend\n", "task :deploy, [:env] => :test"),
        ("a.rb", "Rails.application.routes.draw do\n  root 'a#b'\nend\n", "Rails.application.routes.draw"),
        ("a.php", "<?php\nRoute::get('/a', function () {\n  f();\n})->name('a');\n", "Route::get('/a')"),
        ("a.lua", 'describe("store", function()\n  f()\nend)\n', 'describe("store")'),
        ("a.cs", 'app.MapGet("/a", async (int id) =>\n{\n    f();\n});\n', 'app.MapGet("/a")'),
    ],
)
def test_a_definition_is_called_as_those_who_search_for_it_would(name: str, source: str, title: str) -> None:
    assert titles(source, name)[-1].strip() == title


def test_operators_and_indexers_have_names() -> None:
    source = (
        "class A\n{\n    public int this[int i]\n    {\n        get => i;\n    }\n\n"
        "    public static bool operator ==(A a, A b)\n    {\n        return true;\n    }\n}\n"
    )
    assert [block.title for block in divided(source, "a.cs").blocks] == ["A", "this[]", "operator =="]
    friends = (
        "class A {\n  int a;\n  friend bool operator==(A a, A b) {\n    return true || a.a == b.a || false;\n  }\n};\n"
    )
    assert [block.title for block in divided(friends, "a.cpp").blocks] == ["A", "operator=="]


def test_a_long_suite_is_divided_into_its_tests_which_need_what_is_around_them() -> None:
    test = "  it('does {0}', () => {{\n    expect({0}).toBe('" + "x" * 200 + "');\n  }});\n"
    source = "describe('Store', () => {\n  let store;\n\n" + "\n".join(test.format(n) for n in range(5)) + "});\n"
    found = divided(source, "a.test.js")
    assert [block.title for block in found.blocks] == ["describe('Store')", *(f"it('does {n}')" for n in range(5))]
    assert [span.slice(source) for span in found.blocks[1].context] == ["describe('Store', () =>"]


def test_what_a_broken_source_defines_is_found() -> None:
    source = "#if defined(_WIN32)\nint WINAPI WinMain(int a) {\n#else\nint main(void) {\n#endif\n  return 0;\n}\n"
    assert "  main" in titles(f"int f(void)\n{{\n  return 1;\n}}\n\n{source}", "a.c")
