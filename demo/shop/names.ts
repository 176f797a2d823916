export const FIRST_NAMES = [
  ...["Ana", "Ben", "Chiara", "David", "Elif", "Felix", "Grace", "Hugo", "Ines", "Jonas", "Kaya", "Liam"],
  ...["Mila", "Noah", "Olga", "Pablo", "Quinn", "Rosa", "Sven", "Tara", "Umar", "Vera", "Wim", "Yuki", "Zoë"],
] as const;

export const LAST_NAMES = [
  ...["Almeida", "Becker", "Costa", "Dubois", "Eriksen", "Fischer", "García", "Haddad", "Ito", "Jansen"],
  ...["Kowalski", "Laurent", "Moreau", "Novak", "O'Brien", "Patel", "Rossi", "Schmidt", "Tanaka", "Walker"],
] as const;

const FIRM_NAMES = [
  "Birch",
  "Copper",
  "Delta",
  "Ember",
  "Fjord",
  "Grove",
  "Heron",
  "Iris",
  "Juniper",
  "Kite",
];
const FIRM_KINDS = ["Studio", "Hotels", "Café", "Interiors"] as const;

export type Company = { id: string; name: string; industry: string; employees: number; plan: string };

const INDUSTRIES: Record<string, string> = {
  Studio: "Design",
  Hotels: "Hospitality",
  Café: "Food & drink",
  Interiors: "Interior design",
};

/** Business customers: every pair of a name and a kind. */
export const COMPANIES: readonly Company[] = FIRM_NAMES.flatMap((name, row) =>
  FIRM_KINDS.map((kind, column) => ({
    id: `c-${String(row * FIRM_KINDS.length + column + 1).padStart(3, "0")}`,
    name: `${name} ${kind}`,
    industry: INDUSTRIES[kind] ?? "Other",
    employees: 4 + ((row * 37 + column * 11) % 120),
    plan: column === 1 ? "enterprise" : "business",
  })),
);
