"""Documents cut in this process, with a model made of words."""

from pathlib import Path

import msgspec

from indexing.config import ChunkerConfig, IndexingConfig
from indexing.parsers import Original, parse
from server.file_plan import File
from server.tuning.cut_files import Cut, Rules, cut
from tests.fakes import HashingEmbedder

RENTAL = """---
title: Rental handbook
---

# Rent

The tenant pays on the first of each month:

- the rent of **900 €**;
- the advance for heating.

<!-- checked in May -->

It does not include electricity. The meter is read once a year.

## Prices

| City | Rent |
| --- | ---: |
| Freiburg | 900 |
| Taicang | 630 |

## Code

```python
def rent(base):
    return base
```

# 押金

押金为三个月的净租金。承租人可以分三个月支付。上述期限一般为三至六个月。
"""


def rules(**limits: object) -> Rules:
    """Rules with some limits of the chunker replaced."""
    chunker = msgspec.structs.replace(ChunkerConfig(overlap=0), **limits)
    return Rules(config=IndexingConfig(chunker=chunker), embedder=HashingEmbedder())


def cut_text(text: str, name: str = "rental.md", **limits: object) -> Cut:
    """A document of this text, cut."""
    file = File(document_id=name, path=Path(name), media_type="", source=None)
    made = cut(file, parse(Original(content=text.encode(), media_type="", name=name)), rules(**limits))
    assert isinstance(made, Cut)
    return made
