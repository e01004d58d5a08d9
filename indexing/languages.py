"""Languages: which programming or data language a file is in, by its name, its ending or its first line.

Ids are the lower case words that fences of Markdown use, so that listings and files answer to one filter. Prose formats
(Markdown, HTML, CSV) are no languages here: they have parsers of their own.
"""

import re
from pathlib import PurePosixPath
from typing import Final

_ENDINGS: Final = {
    "python": "py pyi pyw pyx wsgi",
    "javascript": "js mjs cjs es6",
    "jsx": "jsx",
    "typescript": "ts mts cts",
    "tsx": "tsx",
    "java": "java",
    "kotlin": "kt kts",
    "go": "go",
    "rust": "rs",
    "c": "c h",
    "cpp": "cc cpp cxx c++ hh hpp hxx h++ ipp inl tcc cu cuh",
    "csharp": "cs csx",
    "php": "php php3 php4 php5 phtml",
    "ruby": "rb rake gemspec ru",
    "swift": "swift",
    "scala": "scala sc sbt",
    "shell": "sh bash zsh ksh bats ebuild",
    "lua": "lua",
    "sql": "sql ddl dml psql pgsql plsql hql",
    "yaml": "yaml yml",
    "json": "json jsonc json5 jsonl ndjson geojson webmanifest ipynb avsc",
    "toml": "toml",
    "css": "css",
    "xml": "xml xsd xsl xslt svg wsdl pom plist csproj vbproj props targets resx xaml",
    "hcl": "hcl tf tfvars",
    "scss": "scss",
    "less": "less",
    "r": "r",
    "perl": "pl pm",
    "dart": "dart",
    "elixir": "ex exs",
    "erlang": "erl hrl",
    "haskell": "hs",
    "julia": "jl",
    "groovy": "groovy gradle",
    "powershell": "ps1 psm1 psd1",
    "batch": "bat cmd",
    "objectivec": "mm",
    "fsharp": "fs fsi fsx",
    "vb": "vb bas",
    "clojure": "clj cljs cljc edn",
    "ocaml": "ml mli",
    "zig": "zig",
    "nim": "nim",
    "solidity": "sol",
    "protobuf": "proto",
    "graphql": "graphql gql",
    "thrift": "thrift",
    "vue": "vue",
    "svelte": "svelte",
    "makefile": "mk mak make",
    "cmake": "cmake",
    "dockerfile": "dockerfile containerfile",
    "ini": "ini cfg conf properties editorconfig env",
    "fortran": "f f77 f90 f95 f03",
    "pascal": "pas dpr",
    "assembly": "asm s",
    "vim": "vim",
    "tcl": "tcl",
    "awk": "awk",
    "diff": "diff patch",
}
"""File name endings, lower case, of each language."""

_NAMES: Final = {
    "dockerfile": "dockerfile",
    "containerfile": "dockerfile",
    "makefile": "makefile",
    "gnumakefile": "makefile",
    "cmakelists.txt": "cmake",
    "jenkinsfile": "groovy",
    "vagrantfile": "ruby",
    "gemfile": "ruby",
    "rakefile": "ruby",
    "podfile": "ruby",
    "brewfile": "ruby",
    "sconstruct": "python",
    "wscript": "python",
    "pipfile": "toml",
    "cargo.lock": "toml",
    "poetry.lock": "toml",
    "composer.lock": "json",
    ".babelrc": "json",
    ".eslintrc": "json",
    ".prettierrc": "json",
    ".clang-format": "yaml",
    ".bashrc": "shell",
    ".bash_profile": "shell",
    ".profile": "shell",
    ".zshrc": "shell",
    "pkgbuild": "shell",
    ".gitconfig": "ini",
    ".editorconfig": "ini",
    ".env": "ini",
}
"""Whole file names, lower case, that are the same everywhere."""

_INTERPRETERS: Final = {
    "python": "python",
    "pypy": "python",
    "node": "javascript",
    "deno": "typescript",
    "bun": "typescript",
    "ts-node": "typescript",
    "ruby": "ruby",
    "php": "php",
    "lua": "lua",
    "luajit": "lua",
    "sh": "shell",
    "bash": "shell",
    "zsh": "shell",
    "dash": "shell",
    "ksh": "shell",
    "ash": "shell",
    "perl": "perl",
    "rscript": "r",
    "scala": "scala",
    "kotlin": "kotlin",
    "swift": "swift",
    "groovy": "groovy",
    "pwsh": "powershell",
    "tclsh": "tcl",
    "awk": "awk",
    "gawk": "awk",
    "make": "makefile",
    "julia": "julia",
    "elixir": "elixir",
}
"""Programs that a first line `#!` names, without version numbers."""

_ALIASES: Final = {
    "js": "javascript",
    "node": "javascript",
    "golang": "go",
    "c#": "csharp",
    "c_sharp": "csharp",
    "c-sharp": "csharp",
    "cplusplus": "cpp",
    "py3": "python",
    "python3": "python",
    "ipython": "python",
    "ipython3": "python",
    "sh-session": "shell",
    "shellscript": "shell",
    "terraform": "hcl",
    "mysql": "sql",
    "postgres": "sql",
    "postgresql": "sql",
    "sqlite": "sql",
    "tsql": "sql",
    "docker": "dockerfile",
    "f#": "fsharp",
    "objective-c": "objectivec",
    "objc": "objectivec",
    "proto3": "protobuf",
    "node.js": "javascript",
    "ecmascript": "javascript",
    "csrc": "c",
    "chdr": "c",
    "c++src": "cpp",
    "c++hdr": "cpp",
    "objcsrc": "objectivec",
    "rustsrc": "rust",
    "java-source": "java",
    "python-code": "python",
    "script.python": "python",
    "httpd-php": "php",
    "jsonlines": "json",
    "docker-compose": "yaml",
}
"""Words for languages that are neither ids nor endings; `csrc` and its like are of media types (`text/x-csrc`)."""

_BY_ENDING: Final = {ending: language for language, endings in _ENDINGS.items() for ending in endings.split()}

_HEAD: Final = 65_536
"""Bytes from the beginning that may tell the language of an ambiguous ending."""

_SHEBANG: Final = re.compile(
    rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+|\w+=\S+[ \t]+)*)?(?:\S*/)?([A-Za-z][\w.-]*?)[\d.]*(?:\s|$)"
)
_CPP: Final = re.compile(
    rb"^[ \t]*(?:class[ \t]+\w+[^;]*$|namespace\b|template[ \t]*<|using[ \t]+\w|(?:public|private|protected)[ \t]*:"
    rb"|#[ \t]*include[ \t]*<\w+>)|\bstd::|\bconstexpr\b",
    re.MULTILINE,
)
"""What is in headers of C++ and not in those of C; standard headers of C++ have no ending."""

_OBJECTIVE_C: Final = re.compile(
    rb"^[ \t]*(?:@(?:interface|implementation|protocol|import)\b|#[ \t]*import\b)", re.MULTILINE
)
_MARKUP: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE)", re.IGNORECASE)
_PHP: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?php\b")


def language_of(name: str, content: bytes) -> str | None:
    """The language of a file, by its name (a path), its ending or its first line; None when they tell of none.

    >>> language_of("src/app.PY", b""), language_of("Dockerfile", b""), language_of("run", b"#!/usr/bin/env bash\\n")
    ('python', 'dockerfile', 'shell')
    >>> language_of("a.h", b"int f(void);"), language_of("a.h", b"namespace a {}"), language_of("notes.txt", b"a")
    ('c', 'cpp', None)
    """
    file = PurePosixPath(name.replace("\\", "/")).name.lower()
    stem = file.partition(".")[0]
    named = _NAMES.get(file) or (_NAMES.get(stem) if stem in ("dockerfile", "makefile") else None)
    if named:
        return named
    ending = PurePosixPath(file).suffix[1:]
    head = content[:_HEAD]
    return _by_content(ending, head) or _BY_ENDING.get(ending) or _first_line(head)


def language_named(word: str) -> str | None:
    """The language that a word names, as authors write it at a fence; None for words that name none here.

    >>> language_named("py"), language_named("Bash"), language_named("C#"), language_named("console")
    ('python', 'shell', 'csharp', None)
    """
    word = word.strip().lower()
    return word if word in _ENDINGS else _ALIASES.get(word) or _BY_ENDING.get(word)


def language_id(word: str) -> str:
    """The one word that listings, files and filters use for the language that `word` names; a word that names none here
    in lower case.

    >>> language_id("py"), language_id("Console")
    ('python', 'console')
    """
    return language_named(word) or word.strip().lower()


def _by_content(ending: str, head: bytes) -> str | None:
    """The language of endings that several share, as far as the beginning of the file tells it."""
    match ending:
        case "h":
            return "objectivec" if _OBJECTIVE_C.search(head) else "cpp" if _CPP.search(head) else "c"
        case "m":
            return "objectivec" if _OBJECTIVE_C.search(head) else None
        case "ts" | "inc" | "conf" | "":
            return "xml" if _MARKUP.match(head) else "php" if _PHP.match(head) else None
    return None


def _first_line(head: bytes) -> str | None:
    """The language of the program that runs a file without ending."""
    found = _SHEBANG.match(head)
    return _INTERPRETERS.get(found[1].decode("ascii").lower()) if found else None
