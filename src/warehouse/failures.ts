/** Why a warehouse could not be read or a run could not end well. A closed list; each has one sentence on what to do about it. */
export const FAILURES = {
  host_not_allowed: {
    retryable: false,
    hint: "The server may not connect to this address. Name the warehouse's own host, or have the operator allow its network with OUTBOUND_NETWORKS.",
  },
  host_not_found: {
    retryable: true,
    hint: "Check the spelling of the host; this server's name service does not know it.",
  },
  unreachable: {
    retryable: true,
    hint: "Check host and port, and that the warehouse's firewall lets this server in.",
  },
  tls_failed: {
    retryable: false,
    hint: "Check ssl_mode and ssl_ca: the warehouse speaks no TLS, or its certificate does not fit.",
  },
  auth_failed: { retryable: false, hint: "Check user name and password of the source." },
  permission_denied: { retryable: false, hint: "Grant the user of this source the right to read the table." },
  database_missing: { retryable: false, hint: "Check the name of the database." },
  table_missing: {
    retryable: false,
    hint: "Put the table back, or delete this import and make one for the table's new name.",
  },
  role_column_missing: {
    retryable: false,
    hint: "Put the column back, or delete this import and make one with other columns.",
  },
  role_column_type_changed: {
    retryable: false,
    hint: "Give the column a type that fits its role again, or make a new import.",
  },
  time_null_in_full_sync: {
    retryable: false,
    hint: "Fill the time column in these rows, or import them with another sync mode.",
  },
  change_guard: {
    retryable: false,
    hint: 'Look at the table. If it is meant to be like this, send manual-sync with {"confirm_guard": true}.',
  },
  shrink_guard: {
    retryable: false,
    hint: 'Look at the table. If it is meant to be so much smaller, send manual-sync with {"confirm_guard": true}.',
  },
  too_many_failed_rows: {
    retryable: false,
    hint: "See the failed rows of the run for their reasons; mend them in the warehouse.",
  },
  lookup_invalid: {
    retryable: false,
    hint: "Keys of a lookup table must be there, not empty, and each only once.",
  },
  lookup_too_large: { retryable: false, hint: "Import fewer rows or columns, as by way of a view." },
  query_refused: {
    retryable: false,
    hint: "The warehouse did not accept our statement; its words are in the message.",
  },
  driver_failed: {
    retryable: true,
    hint: "The warehouse sent something that its driver cannot read. Check that host and port are those of the warehouse, and how it expects users to sign in.",
  },
  answer_too_large: {
    retryable: false,
    hint: "The warehouse sent more at once than one connection may hold. Import fewer or shorter columns, for example through a view.",
  },
  redirected: {
    retryable: false,
    hint: "Redirects are not followed. Name the address of the warehouse itself.",
  },
  query_timeout: {
    retryable: true,
    hint: "The warehouse took too long. Index or partition the insert-time column, or import fewer rows with sync_window.",
  },
  throttled: {
    retryable: true,
    hint: "The warehouse has no room for another connection or query; it is tried again.",
  },
  lock_conflict: { retryable: true, hint: "Somebody holds a lock on the table; it is tried again." },
  table_busy: { retryable: true, hint: "The file is being written; it is tried again." },
  worker_lost: { retryable: true, hint: "The server ended in the middle of the run; it is tried again." },
  store_unavailable: { retryable: true, hint: "Events cannot be accepted at the moment; it is tried again." },
  source_deleted: { retryable: false, hint: "Create the source again, and the import with it." },
  not_built_yet: { retryable: false, hint: "This warehouse cannot be connected yet." },
  internal: { retryable: true, hint: "See the server's log." },
} as const;

export type FailureCode = keyof typeof FAILURES;
export type RunFailure = { code: FailureCode; message: string; hint: string; retryable: boolean };

export const describeFailure = (code: FailureCode, message: string, hint?: string): RunFailure => ({
  code,
  message,
  hint: hint ?? FAILURES[code].hint,
  retryable: FAILURES[code].retryable,
});
