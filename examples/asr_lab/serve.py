"""A small HTTP server: POST samples as JSON, get the text."""

from __future__ import annotations

import json
import logging
from http.server import BaseHTTPRequestHandler, HTTPServer

from asr_lab.transcribe import Transcriber

log = logging.getLogger(__name__)


class TranscribeHandler(BaseHTTPRequestHandler):
    transcriber: Transcriber

    def do_POST(self) -> None:
        try:
            samples = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.answer(200, {"text": self.transcriber.transcribe(samples)})
        except Exception as error:
            log.exception("request failed")
            self.answer(500, {"error": str(error)})

    def answer(self, status: int, body: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode("utf-8"))


def serve(model_name: str, device: str, port: int) -> None:
    TranscribeHandler.transcriber = Transcriber(model_name, device)
    HTTPServer(("127.0.0.1", port), TranscribeHandler).serve_forever()
