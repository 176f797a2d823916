export const STORE_HELP = `tributary store rebuild [<project>]: makes the event store, or one project of it, anew from the journal. Stop the server first.

The journal is the truth and the store a copy of it: from a whole journal the new store holds the same events to the last row. The
old files stay beside the new ones until those hold at least as much, so there must be room for both. A journal that was shortened
or damaged is refused. Interrupted, the rest is loaded when the server starts.

tributary store purge: makes all of it anew, and the tables with profiles and diagnostics as well, so that nothing that was erased stays
readable in freed pages of DuckDB or Postgres. Stop the server first.

  --force  make it also from a journal that does not hold everything; the old files are then kept if anything is missing
  --json   print the result as JSON

Settings are those of 'tributary start' and are read in the same way. The ones that matter here:

  --data-dir, DATA_DIR                the data folder (default: ./data)
  --store-memory-mb, STORE_MEMORY_MB  memory for the store's engine

Exit code: 0 done, 1 refused or incomplete (the reason is printed), 2 typed wrongly.
`;
