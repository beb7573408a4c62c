"""Let instructor ask a scripted model for reports: reads cases from stdin, prints JSON.

The rules of the report are written as validators of pydantic, in two ways: all of them on fields
(`fields`), or the shape on fields and the rules on the whole (`shape_then_rules`), as most examples
have it. The model mends a fault once its path is in what it is told.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Annotated

import instructor
from openai import OpenAI
from pydantic import AfterValidator, BaseModel, model_validator

GIVEN = json.load(sys.stdin)
IDS, PHRASES = set(GIVEN["ids"]), GIVEN["phrases"]


def _said(text: str) -> str:
    if not text.strip(" \u200b"):
        raise ValueError("must be non-empty")
    return text


def _plain(text: str) -> str:
    squeezed = _said(text).replace(" ", "")
    found = [phrase for phrase in PHRASES if phrase in squeezed]
    if found:
        raise ValueError(f"contains forbidden phrase {found[0]}")
    return text


def _known(node: str) -> str:
    if node not in IDS:
        raise ValueError("is not in valid node list")
    return node


def report_type(whole: bool) -> type[BaseModel]:
    """The model of an Organizer's report."""
    words = str if whole else Annotated[str, AfterValidator(_plain)]
    node = str if whole else Annotated[str, AfterValidator(_known)]

    class Child(BaseModel):
        title: str
        context: str
        suggested_status: str | None = None

    class Division(BaseModel):
        target_node_id: node
        target_title: str
        reason: words
        suggested_children: list[Child]

    class Group(BaseModel):
        group_label: str
        node_ids: list[node]
        reason: words

    class Relation(BaseModel):
        from_node_id: node
        to_node_id: node
        relation_type: str
        reason: words

    class Report(BaseModel):
        summary: words
        decomposition_proposals: list[Division]
        grouping_proposals: list[Group]
        relation_proposals: list[Relation]

        @model_validator(mode="after")
        def rules(self) -> "Report":
            if whole:
                _judge(self)
            return self

    return Report


def _judge(report) -> None:
    wrong = []

    def check(path: str, judge, value) -> None:
        try:
            judge(value)
        except ValueError as error:
            wrong.append(f"{path} {error}")

    check("summary", _plain, report.summary)
    for at, one in enumerate(report.decomposition_proposals):
        check(f"decomposition_proposals.{at}.target_node_id", _known, one.target_node_id)
        check(f"decomposition_proposals.{at}.reason", _plain, one.reason)
    for at, one in enumerate(report.grouping_proposals):
        check(f"grouping_proposals.{at}.reason", _plain, one.reason)
        for place, node in enumerate(one.node_ids):
            check(f"grouping_proposals.{at}.node_ids.{place}", _known, node)
    for at, one in enumerate(report.relation_proposals):
        check(f"relation_proposals.{at}.reason", _plain, one.reason)
    if wrong:
        raise ValueError("; ".join(wrong))


class Model(BaseHTTPRequestHandler):
    """Answers with the report that still has the faults it was not told of."""

    case, left, calls = None, 0, 0

    def log_message(self, *_: object) -> None:
        """Nothing."""

    def do_POST(self) -> None:
        """One completion."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if Model.calls:
            told = str(asked["messages"][-1]["content"])
            for at, path in enumerate(Model.case["paths"]):
                if path in told:
                    Model.left &= ~(1 << at)
        Model.calls += 1
        content = json.dumps(Model.case["reports"][str(Model.left)], ensure_ascii=False)
        message = {"role": "assistant", "content": content}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        whole = {
            "id": "x", "object": "chat.completion", "created": 0, "model": "m",
            "choices": [choice], "usage": usage,
        }  # fmt: skip
        body = json.dumps(whole).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main() -> None:
    """Ask for every case in both ways."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    client = instructor.from_openai(OpenAI(base_url=url, api_key="x"), mode=instructor.Mode.JSON)
    counts = {"fields": [], "shape_then_rules": []}
    for way, told in counts.items():
        kind = report_type(whole=way != "fields")
        for case in GIVEN["cases"]:
            Model.case, Model.calls = case, 0
            Model.left = (1 << len(case["paths"])) - 1
            client.chat.completions.create(
                model="m",
                response_model=kind,
                max_retries=8,
                messages=[{"role": "user", "content": "A report."}],
            )
            told.append(Model.calls)
    print(json.dumps(counts))


main()
