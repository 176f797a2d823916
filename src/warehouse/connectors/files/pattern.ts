/** Alternatives that braces may stand for together. */
const ALTERNATIVES_MAX = 64;

export type Pattern = {
  /** The folder that it begins with, as far as its parts are plain names. */
  base: string;
  /** A path from that folder. */
  matches(path: string): boolean;
  /** Whether a part of it can only mean the folder above, as `..` or `[.][.]` do. */
  leadsUp: boolean;
};

/**
 * A pattern over paths: `*`, `?`, `[a-z]`, `{a,b}` and, as a whole part, `**`. Node's own takes minutes for `*a*a*a…`, since it becomes
 * a regular expression; here a name is compared in the time of its length times that of the pattern.
 */
export function readPattern(text: string): Pattern | undefined {
  const parts = text.split("/");
  const wild = parts.findIndex((part) => /[*?[{]/.test(part));
  const plain = wild === -1 ? parts.length - 1 : wild;
  const alternatives = expandBraces(parts.slice(plain).join("/"));
  if (alternatives === undefined) return undefined;
  const patterns = alternatives.map((one) =>
    one
      .split("/")
      .filter((part, at) => part !== "" && !(part === "." && at === 0))
      .map(readPart),
  );
  return {
    base: parts.slice(0, plain).join("/") || ".",
    matches(path) {
      const names = path.split("/");
      return patterns.some((parts) => matchParts(parts, names));
    },
    leadsUp: patterns.some((parts) =>
      parts.some(
        (part) =>
          part !== ANY_DEPTH &&
          part.every(({ kind }) => kind === "one") &&
          matchName(part, "..") &&
          !matchName(part, "xx"),
      ),
    ),
  };
}

const ANY_DEPTH = Symbol("any depth");
type Step = { kind: "any" } | { kind: "one"; fits(character: string): boolean };
type Part = readonly Step[] | typeof ANY_DEPTH;

/** The alternatives of the first braces, each with what stands around them. */
function expandBraces(text: string): string[] | undefined {
  let texts = [text];
  for (let changed = true; changed; ) {
    changed = false;
    const next: string[] = [];
    for (const one of texts) {
      const found = /^([^{]*)\{([^{}]*)\}([\s\S]*)$/.exec(one);
      if (found === null) next.push(one);
      else {
        changed = true;
        const [, before = "", inside = "", after = ""] = found;
        for (const choice of inside.split(",")) next.push(before + choice + after);
      }
    }
    if (next.length > ALTERNATIVES_MAX) return undefined;
    texts = next;
  }
  return texts;
}

function readPart(text: string): Part {
  if (text === "**") return ANY_DEPTH;
  const steps: Step[] = [];
  const characters = [...text];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] as string;
    if (character === "*") steps.push({ kind: "any" });
    else if (character === "?") steps.push({ kind: "one", fits: () => true });
    else if (character === "[" && characters.indexOf("]", at + 2) !== -1) {
      const end = characters.indexOf("]", at + 2);
      steps.push({ kind: "one", fits: readClass(characters.slice(at + 1, end)) });
      at = end;
    } else steps.push({ kind: "one", fits: (given) => given === character });
  }
  return steps;
}

function readClass(inside: readonly string[]): (character: string) => boolean {
  const isNot = inside[0] === "!" || inside[0] === "^";
  const list = isNot ? inside.slice(1) : inside;
  const ranges: [string, string][] = [];
  for (let at = 0; at < list.length; at += 1) {
    const first = list[at] as string;
    const isRange = list[at + 1] === "-" && at + 2 < list.length;
    ranges.push([first, isRange ? (list[at + 2] as string) : first]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([low, high]) => low <= character && character <= high) !== isNot;
}

/** Both levels go back to the last star alone: an earlier one could not do better. */
function matchParts(parts: readonly Part[], names: readonly string[]): boolean {
  return matchWithStar(
    parts,
    names,
    (part) => part === ANY_DEPTH,
    (part, name) => part !== ANY_DEPTH && matchName(part, name),
  );
}

const matchName = (steps: readonly Step[], name: string): boolean =>
  matchWithStar(
    steps,
    [...name],
    ({ kind }) => kind === "any",
    (step, character) => step.kind === "one" && step.fits(character),
  );

function matchWithStar<Step, Item>(
  steps: readonly Step[],
  items: readonly Item[],
  isStar: (step: Step) => boolean,
  fits: (step: Step, item: Item) => boolean,
): boolean {
  let at = 0;
  let item = 0;
  let star = -1;
  let starItem = 0;
  while (item < items.length) {
    const step = steps[at];
    if (step !== undefined && isStar(step)) {
      star = at;
      starItem = item;
      at += 1;
    } else if (step !== undefined && fits(step, items[item] as Item)) {
      at += 1;
      item += 1;
    } else if (star !== -1) {
      at = star + 1;
      starItem += 1;
      item = starItem;
    } else return false;
  }
  return steps.slice(at).every(isStar);
}
