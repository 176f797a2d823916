import { type Comparison, holds } from "./comparison.ts";

/** Semantic versions 2.0.0, after the published clients: a leading `v` and missing parts are forgiven, anything else is no version. */
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;
const LENGTH_MAX = 256;

export function compareVersions(...args: unknown[]): boolean {
  const [actual, comparison, target] = args;
  if (args.length !== 3 || typeof actual !== "string" || typeof target !== "string") return false;
  const left = readVersion(actual);
  const right = readVersion(target);
  return left !== undefined && right !== undefined && holds(order(left, right), comparison as Comparison);
}

type Version = { core: string[]; prerelease: string[] };

function readVersion(text: string): Version | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const found = VERSION.exec(padded(text.trim().replace(/^[vV]/, "")));
  if (found === null) return undefined;
  const [, major = "", minor = "", patch = "", prerelease] = found;
  return { core: [major, minor, patch], prerelease: prerelease?.split(".") ?? [] };
}

/** `1.2-beta` is `1.2.0-beta`. */
function padded(text: string): string {
  const end = text.search(/[-+]/);
  const core = (end === -1 ? text : text.slice(0, end)).split(".");
  while (core.length < 3) core.push("0");
  return core.join(".") + (end === -1 ? "" : text.slice(end));
}

function order(left: Version, right: Version): number {
  for (let part = 0; part < 3; part += 1) {
    const difference = orderDigits(left.core[part] ?? "", right.core[part] ?? "");
    if (difference !== 0) return difference;
  }
  // A prerelease comes before its release.
  if (left.prerelease.length === 0 || right.prerelease.length === 0)
    return Math.sign(right.prerelease.length - left.prerelease.length);
  const shared = Math.min(left.prerelease.length, right.prerelease.length);
  for (let part = 0; part < shared; part += 1) {
    const difference = orderIdentifiers(left.prerelease[part] ?? "", right.prerelease[part] ?? "");
    if (difference !== 0) return difference;
  }
  return Math.sign(left.prerelease.length - right.prerelease.length);
}

/** As digits, not as numbers: they may be longer than a number is exact. */
const orderDigits = (left: string, right: string): number =>
  left.length !== right.length ? left.length - right.length : orderText(left, right);

const orderText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function orderIdentifiers(left: string, right: string): number {
  const [leftIsNumber, rightIsNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (leftIsNumber && rightIsNumber) return orderDigits(left, right);
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
  return orderText(left, right);
}
