"""Servers on the loopback that behave like GitHub's and GitLab's APIs, as far as a review meets them.

The facts are in the forges' public documentation; the schemas are ours and allow no other key. A comment on a line that no
hunk of the pull request shows is refused with 422, as GitHub does; lists come in pages.
"""
import http.server
import json
import pathlib
import re
import subprocess
import sys
import threading
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))
import json_schema  # noqa: E402

TOKEN = "tok-3f9a-SECRET-77"


def closed(required, **optional):
    return {"type": "object", "properties": {**required, **optional}, "required": list(required), "additionalProperties": False}


BODY = {"type": "string", "minLength": 1, "maxLength": 65536}
LINE = {"type": "integer", "minimum": 1}
COMMIT = {"type": "string", "pattern": "^[0-9a-f]{40}$"}
ON_LINE = {"path": {"type": "string", "minLength": 1}, "body": BODY, "line": LINE, "side": {"const": "RIGHT"}}
SPAN = {"start_line": LINE, "start_side": {"const": "RIGHT"}}
REVIEW = closed({"commit_id": COMMIT, "event": {"enum": ["COMMENT"]}, "body": BODY,
                 "comments": {"type": "array", "items": closed(ON_LINE, **SPAN)}})
COMMENT = closed({"commit_id": COMMIT, **ON_LINE}, **SPAN)
EDIT = closed({"body": BODY})
DISCUSSION = closed({"body": BODY, "position": closed(
    {"position_type": {"const": "text"}, "base_sha": COMMIT, "start_sha": COMMIT, "head_sha": COMMIT,
     "old_path": {"type": "string", "minLength": 1}, "new_path": {"type": "string", "minLength": 1}, "new_line": LINE},
    old_line=LINE)})


def shown_lines(folder, base, head):
    """{path: [{line: line before, or None}, one for each hunk]} of what a reviewer of base...head sees."""
    text = subprocess.run(["git", "-c", "core.quotePath=false", "diff", "-M", "-U3", f"{base}...{head}"], cwd=folder,
                          capture_output=True, check=True).stdout.decode("utf-8", "surrogateescape")
    shown, path = {}, None
    for line in text.split("\n"):
        if line.startswith("+++ "):
            path = line[6:].rstrip("\t")
        elif match := re.match(r"@@ -(\d+)(?:,\d+)? \+(\d+)", line):
            old, new, hunk = int(match[1]), int(match[2]), {}
            shown.setdefault(path, []).append(hunk)
        elif path and line[:1] in ("+", " ") and path in shown and not line.startswith("+++"):
            hunk[new] = old if line[0] == " " else None
            new += 1
            old += line[0] == " "
        elif line[:1] == "-" and not line.startswith("---"):
            old += 1
    return shown


class Forge:
    """State, and a server in a thread. `log` has each request as (method, path, body)."""

    page_size = 2

    def __init__(self, shown=None, head=None):
        self.shown, self.head = shown, head
        self.log, self.complaints, self.fail_at, self.answers = [], [], None, {}
        self.lock, self.next_id = threading.Lock(), 100
        forge = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                with forge.lock:
                    status, headers, value = forge.handle(self.command, self.path, self.headers, body)
                text = value if isinstance(value, bytes) else json.dumps(value).encode()
                self.send_response(status)
                for name, content in headers.items():
                    self.send_header(name, content)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PATCH = do_PUT = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def new_id(self):
        self.next_id += 1
        return self.next_id

    def complain(self, what):
        self.complaints.append(what)

    def valid(self, value, schema):
        problems = json_schema.problems(value, schema)
        self.complaints += problems
        return not problems

    def page(self, items, query):
        number = int(query.get("page", ["1"])[0])
        size = min(self.page_size, int(query.get("per_page", ["30"])[0]))
        part = items[(number - 1) * size:number * size]
        # The address of the next page is somebody else's: it must not be gone to.
        more = {"Link": '<http://127.0.0.1:1/next>; rel="next"'} if number * size < len(items) else {}
        return 200, more, part

    def handle(self, method, path, headers, body):
        url = urllib.parse.urlsplit(path)
        try:
            value = json.loads(body) if body else None
        except ValueError:
            self.complain(f"no JSON: {body!r}")
            return 400, {}, {"message": "Problems parsing JSON"}
        self.log.append((method, url.path, value))
        if self.fail_at and self.fail_at(method, url.path, len(self.writes())):
            return 500, {}, {"message": f"we are sorry, {TOKEN}"}
        if url.path in self.answers:
            return self.answers[url.path]
        if not self.is_allowed(headers):
            return 401, {}, {"message": "Bad credentials"}
        return self.route(method, url.path, urllib.parse.parse_qs(url.query), value)

    def writes(self):
        return [(method, path, value) for method, path, value in self.log if method != "GET"]


class Github(Forge):
    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.line_comments, self.issue_comments, self.reviews = [], [], []

    def is_allowed(self, headers):
        return headers.get("Authorization") == f"Bearer {TOKEN}"

    def is_on_change(self, comment):
        first, last = comment.get("start_line", comment["line"]), comment["line"]
        return any(first in hunk and last in hunk for hunk in self.shown.get(comment["path"], []))

    def add(self, comment):
        self.line_comments.append({"id": self.new_id(), "user": {"login": "bot"}, "in_reply_to_id": None, **comment})

    def route(self, method, path, query, value):
        repository = "/repos/owner/name"
        if method == "GET" and path == f"{repository}/pulls/7":
            return 200, {}, {"number": 7, "head": {"sha": self.head}}
        if method == "GET" and path == f"{repository}/pulls/7/comments":
            return self.page(self.line_comments, query)
        if method == "GET" and path == f"{repository}/issues/7/comments":
            return self.page(self.issue_comments, query)
        if method == "POST" and path == f"{repository}/pulls/7/reviews" and self.valid(value, REVIEW):
            if not all(self.is_on_change(comment) for comment in value["comments"]):
                return 422, {}, {"message": "Unprocessable Entity", "errors": ["Line could not be resolved"]}
            self.reviews.append(value)
            for comment in value["comments"]:
                self.add(comment)
            return 200, {}, {"id": self.new_id()}
        if method == "POST" and path == f"{repository}/pulls/7/comments" and self.valid(value, COMMENT):
            if not self.is_on_change(value):
                return 422, {}, {"message": "Validation Failed"}
            self.add(value)
            return 201, {}, {"id": self.next_id}
        if method == "POST" and path == f"{repository}/issues/7/comments" and self.valid(value, EDIT):
            self.issue_comments.append({"id": self.new_id(), **value})
            return 201, {}, {"id": self.next_id}
        if method == "PATCH" and self.valid(value, EDIT):
            lists = {"pulls": self.line_comments, "issues": self.issue_comments}
            match = re.fullmatch(rf"{repository}/(pulls|issues)/comments/(\d+)", path)
            for comment in lists[match[1]] if match else []:
                if comment["id"] == int(match[2]):
                    comment["body"] = value["body"]
                    return 200, {}, comment
        self.complain(f"{method} {path}: {value}")
        return 404, {}, {"message": "Not Found"}


class Gitlab(Forge):
    request = "/projects/42/merge_requests/7"

    def __init__(self, *arguments, refs=None, **more):
        super().__init__(*arguments, **more)
        self.refs, self.discussions = refs, []

    def is_allowed(self, headers):
        return headers.get("PRIVATE-TOKEN") == TOKEN

    def add(self, body, **more):
        note = {"id": self.new_id(), "body": body, "resolved": False, "system": False, **more}
        self.discussions.append({"id": f"{self.next_id:040x}", "notes": [note]})
        return 201, {}, self.discussions[-1]

    def is_on_change(self, position):
        return any(position["new_line"] in hunk and hunk[position["new_line"]] == position.get("old_line")
                   for hunk in self.shown.get(position["new_path"], []))

    def route(self, method, path, query, value):
        if method == "GET" and path == self.request:
            return 200, {}, {"iid": 7, "diff_refs": self.refs}
        if method == "GET" and path == f"{self.request}/discussions":
            return self.page(self.discussions, query)
        if method == "POST" and path == f"{self.request}/discussions" and self.valid(value, DISCUSSION):
            if not self.is_on_change(value["position"]):
                return 400, {}, {"message": "400 Bad request - Note {:line_code=>[\"can't be blank\"]}"}
            return self.add(value["body"], position=value["position"])
        if method == "POST" and path == f"{self.request}/notes" and self.valid(value, EDIT):
            return self.add(value["body"])
        for discussion in self.discussions:
            note = discussion["notes"][0]
            if method == "PUT" and path == f"{self.request}/discussions/{discussion['id']}" and value is None:
                note["resolved"] = query["resolved"] == ["true"]
                return 200, {}, discussion
            if method == "PUT" and path in (f"{self.request}/discussions/{discussion['id']}/notes/{note['id']}",
                                            f"{self.request}/notes/{note['id']}") and self.valid(value, EDIT):
                note["body"] = value["body"]
                return 200, {}, note
        self.complain(f"{method} {path}: {value}")
        return 404, {}, {"message": "404 Not found"}
