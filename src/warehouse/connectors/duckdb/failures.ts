import { ConnectorError } from "../../connector.ts";
import type { FailureCode } from "../../failures.ts";

/** Two words in one message. One pattern with `.*` between them takes quadratic time on a long table name. */
const both = (first: RegExp, second: RegExp) => ({
  test: (message: string) => first.test(message) && second.test(message),
});

const BY_WORDS: readonly [words: Pick<RegExp, "test">, code: FailureCode, hint?: string][] = [
  [
    /Could not set lock on file|Conflicting lock/,
    "table_busy",
    "Another process has the file open for writing; it is tried again.",
  ],
  [both(/(?:Table|View) with name |schema /, / does not exist/), "table_missing"],
  [/No files found/, "table_missing"],
  [
    /^Permission Error|Permission denied/,
    "permission_denied",
    "Let the server read the file; a view over other files cannot be read.",
  ],
  [
    /not a valid DuckDB database|storage version|serialization|version number/i,
    "query_refused",
    "Write the file with a DuckDB of the server's version or an older one.",
  ],
  [both(/Cannot open file /, /No such file/), "database_missing"],
  [/^(INTERRUPT|Interrupt)/, "query_timeout"],
  [
    /^Out of Memory Error/,
    "query_refused",
    "The statement needs more memory than one source may take: import fewer columns, as by way of a view.",
  ],
];

/** `hide`: where the files lie on this server, which a message need not tell. */
export function toConnectorError(cause: unknown, hide: readonly string[]): ConnectorError {
  if (cause instanceof ConnectorError) return cause;
  const whole = cause instanceof Error ? cause.message : String(cause);
  const [first = ""] = whole.split("\n\nLINE ");
  const message = hide.reduce((text, folder) => text.replaceAll(folder, ""), first);
  const [, code, hint] = BY_WORDS.find(([words]) => words.test(message)) ?? [
    undefined,
    "query_refused" as const,
  ];
  return new ConnectorError(code, message, { cause, ...(hint === undefined ? {} : { hint }) });
}
