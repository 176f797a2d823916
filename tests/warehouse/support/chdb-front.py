"""ClickHouse's HTTP interface over chdb, as far as the official client uses it. Says its port on stdout, and ends with stdin."""

import base64
import json
import os
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

from chdb import session

clickhouse = session.Session(sys.argv[1])
USER, KEY = sys.argv[2], sys.argv[3]
CODE = re.compile(r"Code: (\d+)\.")
OURS = {"query", "query_id", "database", "readonly", "session_id", "default_format", "role"}
ONE_AT_A_TIME = threading.Lock()
# The one session keeps what was set for the last question.
SET = {}


class Front(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, code=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-ClickHouse-Format", "JSONCompactEachRow")
        if code:
            self.send_header("X-ClickHouse-Exception-Code", code)
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, message):
        found = CODE.search(message)
        code = found.group(1) if found else "1002"
        self.answer({"516": 403, "60": 404, "81": 404}.get(code, 500), message.encode(), code)

    def read_body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def do_POST(self):
        body = self.read_body().decode()
        asked = {name: values[0] for name, values in parse_qs(urlparse(self.path).query, keep_blank_values=True).items()}
        sql = f"{asked.get('query', '')} {body}".strip()
        if not self.knows():
            return self.refuse(f"Code: 516. DB::Exception: {USER}: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)")
        if asked.get("readonly") and not re.match(r"\s*(select|with|show|describe)\b", sql, re.I):
            return self.refuse("Code: 164. DB::Exception: Cannot execute query in readonly mode. (READONLY)")
        with ONE_AT_A_TIME:
            self.run(sql, asked)

    def run(self, sql, asked):
        try:
            for name, value in asked.items():
                if name in OURS or SET.get(name) == value:
                    continue
                SET[name] = value
                clickhouse.query(f"SET {name} = {value if value.isdigit() else json.dumps(value).replace(chr(34), chr(39))}")
            clickhouse.query(f"USE `{asked.get('database', 'default')}`")
            self.answer(200, clickhouse.query(sql, "JSONCompactEachRow").bytes())
        except Exception as error:  # noqa: BLE001, all of them are ClickHouse's
            self.refuse(str(error))

    def knows(self):
        scheme, _, token = (self.headers.get("Authorization") or "").partition(" ")
        return scheme == "Basic" and base64.b64decode(token).decode() == f"{USER}:{KEY}"


server = ThreadingHTTPServer(("127.0.0.1", 0), Front)
# Clients may go in the middle of an answer.
server.handle_error = lambda *_: None
print(server.server_address[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()
