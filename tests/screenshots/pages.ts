/** A page and the name of its picture. */
export type Shot = {
  name: string;
  path: string;
  /** Instead of the path itself: where the first link on it leads that begins so, and has this text in its row where that is said. */
  follow?: { to: string; text?: string; search?: string };
};

const REPORT = {
  version: 1,
  kind: "segmentation",
  events: [{ event: "Purchase" }],
  time_frame: { last: 90, unit: "day" },
  unit: "week",
  breakdown: { property: "mp_country_code" },
};

const of = (name: string, path: string, follow?: Shot["follow"]): Shot => ({
  name,
  path: `/p/1/${path}`,
  ...(follow === undefined ? {} : { follow: { ...follow, to: `/p/1/${follow.to}` } }),
});

const SETTINGS = [
  "project",
  "members",
  "service-accounts",
  "group-keys",
  "regions",
  "diagnostics",
  "audit-log",
  "you",
];

/** Every page, with the demo's most telling record on it. */
export const SHOTS: readonly Shot[] = [
  { name: "projects", path: "/projects" },
  of("home", "home"),
  of("events", "events?tab=search"),
  of("events-live", "events"),
  of("report", `reports/new?q=${encodeURIComponent(JSON.stringify(REPORT))}`),
  of("report-start", "reports/new"),
  of("dictionary", "dictionary"),
  of("dictionary-event", `dictionary/events/${encodeURIComponent("Purchase")}`),
  of("warehouse", "warehouse"),
  of("warehouse-new", "warehouse/new"),
  of("warehouse-import", "warehouse", { to: "warehouse/1" }),
  of("warehouse-failed", "warehouse", { to: "warehouse/2" }),
  of("warehouse-sources", "warehouse?tab=sources"),
  of("warehouse-source-new", "warehouse/sources/new"),
  of("experiments", "experiments"),
  of("experiment-new", "experiments/new"),
  of("experiment-running", "experiments", { to: "experiments/", text: "checkout", search: "?tab=results" }),
  of("experiment-decided", "experiments", { to: "experiments/", text: "shipping", search: "?tab=results" }),
  of("experiment-decisions", "experiments", {
    to: "experiments/",
    text: "shipping",
    search: "?tab=decisions",
  }),
  of("flags", "flags"),
  of("flag-new", "flags/new"),
  of("flag", "flags", { to: "flags/" }),
  of("migrations", "migrations"),
  of("migration-new", "migrations/new"),
  of("migration", "migrations", { to: "migrations/", search: "?tab=certificate" }),
  of("usage", "usage"),
  ...SETTINGS.map((part) => of(`settings-${part}`, `settings/${part}`)),
];
