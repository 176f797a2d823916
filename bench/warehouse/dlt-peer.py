"""The same table into DuckDB by dlt: python3 dlt-peer.py URL BACKEND FOLDER. Prints seconds."""
import sys, time
import dlt
from dlt.sources.sql_database import sql_table

url, backend, folder = sys.argv[1:4]
pipeline = dlt.pipeline("bench", destination=dlt.destinations.duckdb(f"{folder}/{backend}.duckdb"), dataset_name="peer", pipelines_dir=f"{folder}/{backend}")
began = time.perf_counter()
pipeline.run(sql_table(url, table="orders", backend=backend, chunk_size=100000))
print(time.perf_counter() - began)
