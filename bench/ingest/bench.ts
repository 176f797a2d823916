/** `npm run bench -- ingest`: against a bare server; with `--dictionary`: with a large dictionary and without. */
await (process.argv.includes("--dictionary") ? import("./with-dictionary.ts") : import("./import.ts"));
