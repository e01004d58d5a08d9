import pytest

from tests.indexing.parsers.code.outlines import parsed


@pytest.mark.parametrize(
    ("name", "source", "needed"),
    [
        ("a.py", "import a.b, c\nfrom d import (\n    e,\n    f as g,\n)\n\ndef h():\n    return g\n", [1]),
        ("a.py", "import path\n\ndef h(self):\n    return self.path\n", []),
        ("a.ts", "import a, { b as c } from 'x';\nimport * as d from 'b';\n\nfunction h() {\n  c(d);\n}\n", [0, 1]),
        ("a.js", "const { a, b } = require('x')\nconst c = require('y')\n\nfunction h() {\n  b()\n}\n", [0]),
        ("a.go", 'import (\n\ta "x/b"\n\t"y/c"\n)\n\nfunc h() {\n\tc.D()\n}\n', ['"y/c"']),
        ("a.java", "import a.B;\nimport static c.D.e;\n\nclass H {\n  B b = e;\n}\n", [0, 1]),
        ("a.rs", "use a::{b, c::D as E};\nuse f::*;\n\nfn h() {\n    E::g()\n}\n", [0]),
        ("a.php", "<?php\nuse A\\B;\n\nfunction h() {\n    return new B();\n}\n", ["use A\\B;"]),
        ("a.c", "#include <stdio.h>\n\nint h(void) {\n  return stdio;\n}\n", []),
    ],
)
def test_a_unit_needs_the_lines_that_bring_the_names_it_uses(name: str, source: str, needed: list[int | str]) -> None:
    found = parsed(source, name)
    statements = [source.splitlines()[0], source[source.index("\n") + 1 : source.index("\n\n")]]
    expected = [statements[each] if isinstance(each, int) else each for each in needed]
    assert [span.slice(source) for span in found.blocks[-1].context] == expected


def test_imports_take_at_most_200_characters() -> None:
    names = [f"name_{number:02}" for number in range(30)]
    source = "".join(f"import {name}\n" for name in names) + f"\n\ndef f():\n    return {', '.join(names)}\n"
    context = parsed(source, "a.py").blocks[-1].context
    assert len(context) == 14
    assert sum(span.end - span.start for span in context) == 196
