import accessors from "@duckdb/node-api/lib/vectors/dataAccessors.js";

/**
 * DuckDB's library takes U+FEFF off the beginning of each text that it reads, as off the beginning of a file. In a text of ours it is a
 * character like any other: without it a property called so came back as another one, and nothing more could be loaded.
 */
export function keepTextsWhole(): void {
  Object.assign(accessors, { textDecoder: new TextDecoder("utf-8", { ignoreBOM: true }) });
}
