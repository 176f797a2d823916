/** Names the export uses and the language's own table does not. */
const OTHER_NAMES: Record<string, string> = {
  "cape verde": "CV",
  congo: "CG",
  "czech republic": "CZ",
  "democratic republic of the congo": "CD",
  "hong kong": "HK",
  "ivory coast": "CI",
  "korea, republic of": "KR",
  macao: "MO",
  macau: "MO",
  macedonia: "MK",
  myanmar: "MM",
  palestine: "PS",
  "republic of korea": "KR",
  "russian federation": "RU",
  swaziland: "SZ",
  turkey: "TR",
  "united states of america": "US",
  vatican: "VA",
  "viet nam": "VN",
};

let codes: Map<string, string> | undefined;

/** The two letters of a country by its English name. */
export function countryCode(name: string): string | undefined {
  codes ??= readCodes();
  return codes.get(name.trim().toLowerCase());
}

function readCodes(): Map<string, string> {
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const found = new Map<string, string>();
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const first of letters) {
    for (const second of letters) {
      const name = names.of(first + second)?.toLowerCase();
      // Former codes give the name of what came after them; the first in use stands.
      if (name !== undefined && !FORMER.has(first + second) && !found.has(name))
        found.set(name, first + second);
    }
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) found.set(name, code);
  return found;
}

const FORMER = new Set([
  "BU",
  "CS",
  "DD",
  "DY",
  "FX",
  "HV",
  "NH",
  "NT",
  "QU",
  "RH",
  "SU",
  "TP",
  "UK",
  "VD",
  "YD",
  "YU",
  "ZR",
]);
