"""ClickHouse's JSON type in this process: one command a line on stdin, one JSON answer a line on stdout."""

import json
import sys
import time

from chdb import session

peer = session.Session(sys.argv[1])
peer.query("CREATE DATABASE IF NOT EXISTS bench")
peer.query(
    "CREATE TABLE bench.events (event LowCardinality(String), time Int64, distinct_id String, device_id String,"
    " insert_id String, properties JSON) ENGINE = MergeTree ORDER BY time"
)
for line in sys.stdin:
    command = json.loads(line)
    began = time.perf_counter()
    if "load" in command:
        peer.query(
            f"INSERT INTO bench.events SELECT * FROM file('{command['load']}', 'JSONEachRow',"
            " 'event String, time Int64, distinct_id String, device_id String, insert_id String, properties JSON')"
        )
        rows = []
    else:
        text = str(peer.query(command["ask"] + " SETTINGS max_threads = 2", "JSONCompactEachRow"))
        rows = [json.loads(row) for row in text.splitlines()]
    print(json.dumps({"ms": (time.perf_counter() - began) * 1000, "rows": rows}), flush=True)
