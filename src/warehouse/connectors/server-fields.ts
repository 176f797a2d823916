import type { ConnectionField } from "../connector.ts";

export const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;

export const hostField: ConnectionField = {
  name: "host",
  kind: "host",
  required: true,
  target: true,
  sentence: "Host name or address of the server.",
};

/** What a database server asks for that is signed in to with a user and a password. */
export const serverFields = (port: number): ConnectionField[] => [
  hostField,
  {
    name: "port",
    kind: "port",
    required: false,
    preset: port,
    target: true,
    sentence: "Port of the server.",
  },
  { name: "database", kind: "text", required: true, target: true, sentence: "Name of the database." },
  {
    name: "username",
    kind: "text",
    required: true,
    target: true,
    sentence: "A user who may read the tables, and need not be able to do anything else.",
  },
  { name: "password", kind: "text", required: false, secret: true, sentence: "The user's password." },
  {
    name: "ssl_mode",
    kind: "choice",
    required: false,
    preset: "prefer",
    choices: SSL_MODES,
    sentence: "Whether the connection is encrypted and whose certificate is accepted.",
  },
  {
    name: "ssl_ca",
    kind: "text",
    required: false,
    sentence: "Certificates (PEM) that sign the server's, for verify-ca and verify-full.",
  },
];
