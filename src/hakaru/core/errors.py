"""Every error Hakaru raises on purpose, in one tree.

HakaruError
├── RequestError            the caller can mend it (status 400)
│   ├── UnknownActivity     no stored activity for that id or day (404)
│   ├── AmbiguousActivity   a day with several runs: say which (409)
│   ├── NotEvaluated        the activity is stored but has no verdict (404)
│   ├── NotAnalysed         the activity is stored but not yet understood as a session (404)
│   ├── NotRecorded         the activity is stored, but not the figure asked for (404)
│   ├── UnknownNode         no node has that id (404)
│   ├── ChangeRefused       a change of nodes without a person's leave, or not possible (4xx)
│   ├── BadArgument         a value outside what the operation takes (400)
│   ├── QueryRefused        SQL that may not run, or that the database cannot answer (400)
│   ├── QueryStopped        SQL that ran into a limit of time, memory or size, or broke off (408)
│   ├── AnalysisRefused     a section analysis that contradicts what is stored (422)
│   ├── ReplyTooLarge       the answer is over its budget of bytes or rows (413)
│   ├── FileIsThere         a file would be replaced, and nobody allowed that (409)
│   ├── WatchRefused        a process that watches attention is not started, or does not end (409)
│   ├── FolderNotListed     a model named a file outside the folders listed for it (403)
│   ├── UnknownExport       no export has that handle, or no longer (404)
│   └── UnknownTool, UnknownPage   the server for models has none of that name (404)
├── SourceError             a recording or an account could not be read (422)
│   ├── Refused             readable, but not something Hakaru judges: a walk, a ride, yoga
│   ├── Unreadable          damaged or in an unknown format
│   ├── FetchFailed         the remote service did not answer as expected (502)
│   └── NoFaceModel, NoCamera   nothing finds faces, or no picture comes
├── StoreError              the data folder (500)
│   ├── StoreBusy           another process holds it for longer than the deadline (503)
│   ├── QueriesBusy         as much SQL runs and waits as one data folder bears (503)
│   └── StoreDamaged        wrong version, not a database, not writable (500)
├── BaselineError           learning and judging (422)
│   └── NoFormData          not one valid sample: nothing to fit or judge
├── OutputLost              what is printed cannot be written: a full disk behind `>` (500)
└── ModelError              asking a language model (502)
    ├── PromptTooLarge      the question is over its budget of bytes (413)
    ├── ModelNotConfigured  a key or a name is not set (500)
    ├── ModelNotInstalled   the libraries of the backend are missing (500)
    ├── ModelGivenUp        it gave no reply time after time, so that it was not asked (502)
    └── NoReply             asked, but not answered (502), or busy (503), or too slow (504)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hakaru.core.i18n import N_, SEMICOLONS, Message, listed, message, term

_SHOWN_CHARACTERS = 100

StopCode = Literal["time", "memory", "too_many_rows", "too_many_bytes", "crash"]
"""Which limit a query ran into, or that its process broke off."""


def _shown(value: object) -> str:
    """A value as it is written, or what fits of its beginning: callers can send megabytes."""
    written = hex(value) if isinstance(value, int) and abs(value) >> 64 else repr(value)
    return written if len(written) <= _SHOWN_CHARACTERS else f"{written[:_SHOWN_CHARACTERS]}…"


def _value_is_not(name: str, value: object, expected: Message) -> Message:
    text = N_("{name} = {value} is not {expected}")
    return message(text, name=name, value=_shown(value), expected=expected)


class HakaruError(Exception):
    """Root of the tree. `error.message` is one sentence: what, where, what to do.

    Errors cross process borders whole: unpickling does not call `__init__` with its parameters.
    """

    status = 500

    def __init__(self, sentence: Message) -> None:
        super().__init__(sentence)

    @property
    def message(self) -> Message:
        """The sentence, as `in_language` takes it to word it for a reader."""
        (sentence,) = self.args
        return term(sentence)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Everything that was wrong, one by one; mostly it is the sentence alone."""
        return (self.message,)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.args, self.__dict__.copy())


def _rebuilt(
    kind: type[HakaruError], args: tuple[object, ...], fields: dict[str, object]
) -> HakaruError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class RequestError(HakaruError):
    """The caller asked for something that cannot be answered as asked."""

    status = 400


class BadArgument(RequestError):
    """An argument has a value the operation does not take, or none (`value` None)."""

    def __init__(self, name: str, value: object, expected: Message) -> None:
        self.name, self.value, self.expected = name, value, expected
        if value is None:
            text = message("nothing is given as {name}: {expected}", name=name, expected=expected)
        else:
            text = _value_is_not(name, value, expected)
        super().__init__(text)


class UnknownActivity(RequestError):
    """No stored activity answers to this id, day or word. `empty`: not even a latest one."""

    status = 404

    def __init__(self, reference: object, *, empty: bool = False) -> None:
        self.reference = reference
        super().__init__(
            message("no run is stored yet; `hakaru ingest FOLDER` takes recordings in")
            if empty
            else message(
                "no activity {reference} is stored; `hakaru activities` lists what is",
                reference=_shown(reference),
            )
        )


class AmbiguousActivity(RequestError):
    """A day holds several runs, so the caller has to name one.

    `runs` says by activity id how each is named and what it was, in order of time.
    """

    status = 409

    def __init__(self, reference: object, runs: Mapping[int, str]) -> None:
        self.reference, self.activity_ids = reference, tuple(runs)
        names = listed(tuple(runs.values()), SEMICOLONS)
        super().__init__(
            message(
                "{reference} has {n} <n:run|runs>; name one of them: {runs}",
                reference=repr(reference),
                n=len(runs),
                runs=names,
            )
        )


class NotEvaluated(RequestError):
    """The activity is stored, but no verdict exists for it."""

    status = 404

    def __init__(self, activity_id: int, reason: Message) -> None:
        self.activity_id, self.reason = activity_id, reason
        super().__init__(
            message(
                "activity {activity_id} has no form evaluation: {reason}",
                activity_id=activity_id,
                reason=reason,
            )
        )


class NotAnalysed(RequestError):
    """The activity is stored, but was not looked at as a session yet."""

    status = 404

    def __init__(self, activity_id: int) -> None:
        self.activity_id = activity_id
        super().__init__(
            message(
                "activity {activity_id} is not analysed yet; `hakaru status` says what "
                "is under way",
                activity_id=activity_id,
            )
        )


class NotRecorded(RequestError):
    """The activity is stored, but what was asked for was not recorded or not made of it.

    The sentence is that of `BadArgument`; asking with other values does not help here.
    """

    status = 404

    def __init__(self, value: object, expected: Message, *, name: str = "activity_id") -> None:
        self.name, self.value, self.expected = name, value, expected
        super().__init__(_value_is_not(name, value, expected))


class QueryRefused(RequestError):
    """A query may not run, or the database cannot answer it as it is written."""

    def __init__(self, query: str, reason: Message) -> None:
        self.query, self.reason = query, reason
        super().__init__(
            message("query = {query} is not allowed: {reason}", query=repr(query), reason=reason)
        )


class QueryStopped(RequestError):
    """A query was allowed and began, but did not get to its end. `code` says what ended it."""

    status = 408

    def __init__(self, query: str, reason: Message, *, code: StopCode) -> None:
        self.query, self.reason, self.code = query, reason, code
        super().__init__(
            message("query = {query} was stopped: {reason}", query=repr(query), reason=reason)
        )


class ReplyTooLarge(RequestError, ValueError):
    """An answer is over its budget; the sentence has size and limit and names the call instead.

    A `ValueError` too, as the requirements want it of `safe_json_output` and `safe_load_export`.
    """

    status = 413


class FileIsThere(RequestError):
    """A file that was named to be written is there already."""

    status = 409

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(message("{path} is there already; --overwrite replaces it", path=path))


class WatchRefused(RequestError):
    """No process that watches attention is started, or one does not end."""

    status = 409


class FolderNotListed(RequestError):
    """A model named a file that no folder holds which a person listed for it.

    `line` is what lists its folder in the configuration; None: it lies in the data folder, which no
    line opens.
    """

    status = 403

    def __init__(self, named: str, line: str | None) -> None:
        self.named, self.line = named, line
        if line is None:
            super().__init__(
                message(
                    "{path} lies in the data folder, which stays closed to a model whatever "
                    "folders [mcp] lists; a person hands files in on the dashboard",
                    path=_shown(named),
                )
            )
        else:
            super().__init__(
                message(
                    "{path} lies in no folder that a model may read; a person can list it in "
                    "config.toml below [mcp] and start the server again: {line}",
                    path=_shown(named),
                    line=line,
                )
            )


class UnknownExport(RequestError):
    """No export has this handle: never given out, expired or removed. `text` says it otherwise."""

    status = 404

    def __init__(self, handle: str, text: Message | None = None) -> None:
        self.handle = handle
        super().__init__(
            text
            or message(
                "handle = {handle} is not an export that is there; `hakaru exports` lists them",
                handle=_shown(handle),
            )
        )


class UnknownTool(RequestError):
    """The server offers no tool of this name. `advice`: where to find it, or what there is."""

    status = 404

    def __init__(self, name: str, advice: Message) -> None:
        self.name, self.advice = name, advice
        super().__init__(
            message("this server has no tool {tool}; {reason}", tool=_shown(name), reason=advice)
        )


class UnknownPage(RequestError):
    """The server has no page at this address."""

    status = 404

    def __init__(self, uri: str) -> None:
        self.uri = uri
        super().__init__(
            message(
                "there is no resource {uri}; resources/list names those there are", uri=_shown(uri)
            )
        )


class SourceError(HakaruError):
    """A recording or an account could not be turned into activities."""

    status = 422

    def __init__(self, path: str, reason: Message) -> None:
        self.path, self.reason = path, reason
        super().__init__(message("{path}: {reason}", path=path, reason=reason))


class Refused(SourceError):
    """The file is sound, but is no run: a walk, a ride, yoga, settings."""


class Unreadable(SourceError):
    """The file is damaged before its first usable record, or its format is unknown; `offset_byte`
    is where reading stopped (None: the format has no byte positions)."""

    def __init__(self, path: str, reason: Message, *, offset_byte: int | None = None) -> None:
        self.offset_byte = offset_byte
        if offset_byte is not None:
            reason = message("{reason} (at byte {offset})", reason=reason, offset=offset_byte)
        super().__init__(path, reason)


class FetchFailed(SourceError):
    """A remote account refused, throttled or answered in an unknown shape."""

    status = 502


class NoFaceModel(SourceError):
    """What finds faces in pictures is not installed, or is not what it should be."""


class NoCamera(SourceError):
    """No picture comes from the camera or the video."""


class StoreError(HakaruError):
    """The data folder cannot be used as asked."""


class StoreBusy(StoreError):
    """Another process holds the store for longer than the deadline."""

    status = 503

    def __init__(self, waited_s: float, holder: Message) -> None:
        self.waited_s, self.holder = waited_s, holder
        super().__init__(
            message(
                "the store is busy: waited {waited} s for {holder}; try again",
                waited=f"{waited_s:.1f}",
                holder=holder,
            )
        )


class QueriesBusy(StoreError):
    """As many queries run and wait on this data folder as may at once, over all processes."""

    status = 503

    def __init__(self, waited_s: float, *, most_running: int, most_waiting: int) -> None:
        self.most_running, self.most_waiting, self.waited_s = most_running, most_waiting, waited_s
        super().__init__(
            message(
                "too many queries at once: {running} may run and {waiting} may wait, and "
                "this one had no turn within {waited} s; try again in a few seconds",
                running=most_running,
                waiting=most_waiting,
                waited=f"{waited_s:.1f}",
            )
        )


class StoreDamaged(StoreError):
    """The file is not a Hakaru database, too new for this version, or not writable."""


class OutputLost(HakaruError):
    """What a command prints goes nowhere; what it did is done."""

    def __init__(self, reason: Message) -> None:
        self.reason = reason
        super().__init__(
            message("the output cannot be written ({reason}); what was stored stays", reason=reason)
        )


class BaselineError(HakaruError):
    """Learning a baseline or judging against it failed."""

    status = 422


class NoFormData(BaselineError):
    """Not one valid running sample with a contact time, oscillation or ratio."""

    def __init__(self, subject: Message) -> None:
        self.subject = subject
        super().__init__(
            message(
                "{subject} has no sample with speed > 1.7 m/s, cadence > 130 spm and a form metric",
                subject=subject,
            )
        )


class ModelError(HakaruError):
    """A language model could not be reached or did not answer."""

    status = 502


class PromptTooLarge(ModelError):
    """A question or a part of it is over its budget; nothing is left out to make it fit."""

    status = 413

    def __init__(self, part: str, n_bytes: int, *, limit_bytes: int) -> None:
        self.part, self.n_bytes, self.limit_bytes = part, n_bytes, limit_bytes
        super().__init__(
            message(
                "the {part} of the question has {size} bytes, and the limit is {limit}",
                part=part,
                size=n_bytes,
                limit=limit_bytes,
            )
        )


# `where` is the host of the model. Nothing in these errors, nor in what they were raised from,
# holds a key.


class ModelNotConfigured(ModelError):
    """What the chosen backend needs is not set: `name` is the variable or the setting."""

    status = 500

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(message("{name} is not set", name=name))


class ModelNotInstalled(ModelError):
    """The libraries of a backend are missing: `extra` brings them, installed as `how` says."""

    status = 500

    def __init__(self, backend: str, extra: str, *, how: str) -> None:
        self.backend, self.extra = backend, extra
        super().__init__(
            message(
                "the model backend {backend} is not installed: {how}",
                backend=repr(backend),
                how=how,
            )
        )


class NoReply(ModelError):
    """A model was asked and did not answer; the classes below say why."""

    def __init__(self, where: str, reason: Message) -> None:
        self.where, self.reason = where, reason
        super().__init__(
            message("the model at {host} gave no reply: {reason}", host=where, reason=reason)
        )


class ModelUnreachable(NoReply):
    """Nothing listens there, or the connection broke off."""


class ModelGivenUp(ModelError):
    """It failed so often in a row (last with `error`) that this work asks it no more."""

    def __init__(self, n_failures: int, error: NoReply) -> None:
        self.n_failures, self.error = n_failures, error
        text = N_("{n} times in a row no reply came, so the model is asked no more: {reason}")
        super().__init__(message(text, n=n_failures, reason=term(str(error))))


class ModelRefusedKey(NoReply):
    """The key is missing, wrong, or not allowed to use this model (401, 403)."""

    def __init__(self, where: str, status_code: int, *, key_env: str | None) -> None:
        self.status_code, self.key_env = status_code, key_env
        named = (
            message("it asks for a key (model.key_env)")
            if key_env is None
            else message("check {key_env}", key_env=key_env)
        )
        super().__init__(
            where, message("status {status}, {reason}", status=status_code, reason=named)
        )


class ModelBusy(NoReply):
    """It has too much to do, or the account has used up its share (429, 529)."""

    status = 503

    def __init__(self, where: str, status_code: int) -> None:
        self.status_code = status_code
        super().__init__(
            where,
            message("status {status}, too many requests or no credit left", status=status_code),
        )


class ModelFailed(NoReply):
    """It answered, but not with a reply: an error of its own, a web page, nothing."""


class ModelTooSlow(NoReply):
    """It did not answer within the time a question may take."""

    status = 504

    def __init__(self, where: str, timeout_s: float) -> None:
        self.timeout_s = timeout_s
        super().__init__(
            where, message("not within {limit} s (model.timeout_s)", limit=f"{timeout_s:g}")
        )


class AnalysisRefused(RequestError):
    """A text about a run says what the store does not. The sentence has the first reason."""

    status = 422

    def __init__(self, section: str, reasons: tuple[str, ...]) -> None:
        self.section, self.found = section, reasons
        n, reason = len(reasons), reasons[0]
        super().__init__(
            message(
                "the {section} analysis is not stored; the first of {n} reasons: {reason}",
                section=section,
                n=n,
                reason=reason,
            )
        )

    @property
    def reasons(self) -> tuple[str, ...]:
        """What is wrong with it, each with its place."""
        return self.found


class UnknownNode(RequestError):
    """No node has this id."""

    status = 404

    def __init__(self, node_id: str) -> None:
        self.node_id = node_id
        super().__init__(
            message(
                "no node {node} is stored; `hakaru nodes list` lists what is", node=repr(node_id)
            )
        )


class ChangeRefused(RequestError):
    """A change of nodes is not applied. `code` says why, `status` what a server answers.

    `valid_transitions` are the statuses that are open instead; a person chooses among them.
    """

    def __init__(
        self, why: Message, *, code: str, status: int, valid_transitions: tuple[str, ...] = ()
    ) -> None:
        self.code, self.status, self.valid_transitions = code, status, valid_transitions
        super().__init__(why)
