/** Broken infrastructure, so it is thrown: a sentence for the operator, then what Postgres itself said. */
export class PostgresStartError extends Error {
  override readonly name = "PostgresStartError";
  /** The last lines of Postgres's log or of the program that failed; may be empty. */
  readonly logTail: string;

  constructor(sentence: string, logTail = "", cause?: unknown) {
    super(
      logTail ? `${sentence}\nPostgres said:\n${logTail}` : sentence,
      cause === undefined ? {} : { cause },
    );
    this.logTail = logTail;
  }
}

// What Postgres writes → what the operator can do. The first that fits wins.
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded/, "The disk is full: free some space and start again."],
  [
    /pre-existing shared memory block|lock file "postmaster.pid" already exists/,
    "Another Postgres still uses this data folder: stop it, or restart the machine or container.",
  ],
  [
    /Permission denied|has wrong ownership|Operation not permitted|Read-only file system/,
    "Postgres may not use its files: check who owns the data folder and that the disk is writable.",
  ],
  [
    /could not locate a valid checkpoint record|invalid primary checkpoint|PANIC:/,
    "The files of the database are damaged, most often by a failing disk or a copy made while the server ran: restore a backup.",
  ],
  [
    /Cannot allocate memory|could not create shared memory|could not map anonymous shared memory/,
    "The machine or container has too little memory for Postgres: give it at least 256 MB more.",
  ],
  [
    /GLIBC_|cannot open shared object file|ENOENT/,
    "The Postgres that comes with us needs Linux with glibc 2.27 or later, or macOS. On Alpine use a Debian-based image.",
  ],
  [
    /EACCES/,
    "Its user may not run it: check that the folder and those above it may be entered, and that the disk is not mounted noexec.",
  ],
  [
    /EPERM|EINVAL/,
    "Postgres never runs as root, and this root may not switch to another user: start as an ordinary user instead.",
  ],
];

export function hintFor(output: string): string {
  const hint = HINTS.find(([pattern]) => pattern.test(output));
  return hint ? hint[1] : "The lines below come from Postgres and say why.";
}
