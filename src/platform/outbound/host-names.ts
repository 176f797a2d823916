import { isIP } from "node:net";

const NAME_MAX = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/**
 * What is wrong with a host, or undefined. Names and plain addresses only: `0x7f.1` and `2130706433` are spellings of 127.0.0.1 that
 * some resolvers take, and nobody writes by accident.
 */
export function wrongHost(host: string): string | undefined {
  if (isIP(host) !== 0) return host.includes("%") ? "must be an address without a scope (%)" : undefined;
  if (host.length > NAME_MAX) return `must not be longer than ${NAME_MAX} characters`;
  const labels = host.split(".");
  if (!labels.every((label) => LABEL.test(label)))
    return "must be a host name or an IP address, without brackets, blanks or a dot at its end";
  // A name whose last part is a number is read as an address by some.
  return /^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? "")
    ? "must be a host name, or an IP address in its usual form"
    : undefined;
}
