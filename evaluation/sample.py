"""Samples: a part of a set's questions, asked of all of its documents."""

import hashlib
import random

from msgspec.structs import replace

from evaluation.model import QuestionSet


def sampled(question_set: QuestionSet, n: int, *, seed: int = 0) -> QuestionSet:
    """`n` questions drawn at random, in the order of the set; all if it has no more. Equal seeds, equal questions."""
    if n >= len(question_set.questions):
        return question_set
    drawn = sorted(random.Random(seed).sample(range(len(question_set.questions)), n))
    digest = hashlib.sha256(f"{question_set.digest} {drawn}".encode()).hexdigest()
    return replace(question_set, questions=tuple(question_set.questions[i] for i in drawn), digest=digest)
