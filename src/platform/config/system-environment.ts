/** What the operating system gives every program to find others, time zones and certificates. None of it is a setting or a secret of ours. */
const NAMES = [
  "PATH",
  "TZ",
  "TMPDIR",
  "LD_LIBRARY_PATH",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
];

/** For programs that must not see this server's own environment. */
export const systemEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    NAMES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
