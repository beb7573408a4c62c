"""In which ways can asking a language model, or taking a text from one, fail?

The branch of `errors.py` below ModelError, and what is refused of texts that were handed in.

`where` is the host of the model. Nothing in these errors, nor in what they were raised from, holds
a key.
"""

from __future__ import annotations

from hakaru.errors import ModelError, RequestError


class ModelNotConfigured(ModelError):
    """What the chosen backend needs is not set: `name` is the variable or the setting."""

    status = 500

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} is not set")


class ModelNotInstalled(ModelError):
    """The libraries of a backend are missing: `extra` brings them, installed as `how` says."""

    status = 500

    def __init__(self, backend: str, extra: str, *, how: str) -> None:
        self.backend, self.extra = backend, extra
        super().__init__(f"the model backend {backend!r} is not installed: {how}")


class NoReply(ModelError):
    """A model was asked and did not answer; the classes below say why."""

    def __init__(self, where: str, reason: str) -> None:
        self.where, self.reason = where, reason
        super().__init__(f"the model at {where} gave no reply: {reason}")


class ModelUnreachable(NoReply):
    """Nothing listens there, or the connection broke off."""


class ModelRefusedKey(NoReply):
    """The key is missing, wrong, or not allowed to use this model (401, 403)."""

    def __init__(self, where: str, status_code: int, *, key_env: str | None) -> None:
        self.status_code, self.key_env = status_code, key_env
        named = "it asks for a key (model.key_env)" if key_env is None else f"check {key_env}"
        super().__init__(where, f"status {status_code}, {named}")


class ModelBusy(NoReply):
    """It has too much to do, or the account has used up its share (429, 529)."""

    status = 503

    def __init__(self, where: str, status_code: int) -> None:
        self.status_code = status_code
        super().__init__(where, f"status {status_code}, too many requests or no credit left")


class ModelFailed(NoReply):
    """It answered, but not with a reply: an error of its own, a web page, nothing."""


class ModelTooSlow(NoReply):
    """It did not answer within the time a question may take."""

    status = 504

    def __init__(self, where: str, timeout_s: float) -> None:
        self.timeout_s = timeout_s
        super().__init__(where, f"not within {timeout_s:g} s (model.timeout_s)")


class AnalysisRefused(RequestError):
    """A text about a run says what the store does not. The sentence has the first reason."""

    status = 422

    def __init__(self, section: str, reasons: tuple[str, ...]) -> None:
        self.section, self.found = section, reasons
        n, reason = len(reasons), reasons[0]
        super().__init__(
            f"the {section} analysis is not stored; the first of {n} reasons: {reason}"
        )

    @property
    def reasons(self) -> tuple[str, ...]:
        """What is wrong with it, each with its place."""
        return self.found
