"""What can go wrong while evaluating. One sentence each; the message says what to do."""


class EvaluationError(Exception):
    """Root of this layer's exceptions."""

    code = "evaluation_error"


class InvalidQuestionSet(EvaluationError):
    """A question set that can not be used: a file, a line of it or a document is wrong."""

    code = "invalid_question_set"
