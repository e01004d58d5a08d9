"""The scratch folder: where an evaluation keeps what it made, each under all that it depends on.

    SCRATCH/cmrc2018-3f2a…/                documents, settings of indexing, the program's way to index
        …/                                 whatever a bench adds: the model
            built.json                     facts of the index, once it is whole
            replies-91bc….jsonl            questions, settings of searching, the program's way to search

The program's own code is part of the names: what a changed program would make otherwise is made again. Removing a
folder costs nothing but the time to make it again.
"""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

import indexing
import retrieval
from evaluation.model import QuestionSet, Setup
from indexing.config import IndexingConfig, VectorsConfig

KEY_CHARACTERS: Final = 16
"""Of a SHA-256 in hexadecimal: 64 bits tell some thousand folders apart beyond doubt."""


def index_folder(scratch: Path, question_set: QuestionSet, setup: Setup) -> Path:
    """The folder of a set's index. Sets that differ in their questions alone share one. Raises OSError."""
    documents = [
        [one.document_id, one.title, one.path.name, hashlib.sha256(one.path.read_bytes()).hexdigest()]
        for one in question_set.documents
    ]
    key = short_digest([documents, that_counts(setup.indexing), _code(indexing)])
    return scratch / f"{_safe(question_set.name)}-{key}"


def replies_name(question_set: QuestionSet, setup: Setup) -> str:
    """The name of the file, in the index's folder, of replies to these questions with these settings of searching."""
    asked = [[question.question_id, question.text, question.filter] for question in question_set.questions]
    key = short_digest([asked, setup.retrieval, setup.search, _code(indexing), _code(retrieval)])
    return f"replies-{key}.jsonl"


def that_counts(config: IndexingConfig) -> IndexingConfig:
    """`config` without what an index for an evaluation does not have: a library elsewhere, a vector store, rights."""
    return replace(config, vectors=VectorsConfig(), library_url=None, reclaim_after_s=60.0, default_access=())


def short_digest(value: Any) -> str:
    """A name for whatever JSON can hold: equal values, equal names."""
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:KEY_CHARACTERS]


def _safe(name: str) -> str:
    """
    >>> _safe("../问答 set")
    '_问答_set'
    """
    return re.sub(r"\W+", "_", name)


@cache
def _code(package: Any) -> str:
    """A digest of a package's modules."""
    folder = Path(package.__file__).parent
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        whole.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()
