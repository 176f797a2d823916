/** An event as this page lists it, whether it was watched or looked up. */
export type ShownEvent = {
  id: string;
  event: string;
  /** ISO, UTC. */
  time: string;
  receivedAt: string;
  source: string | undefined;
  properties: Readonly<Record<string, unknown>>;
};

const RESERVED = new Set(["time", "distinct_id", "token"]);

/** What SDKs and this server add, as against what somebody chose to send. */
export const isDefaultProperty = (name: string): boolean => /^(\$|mp_)/.test(name) || RESERVED.has(name);

/** A value in one line. */
export const valueWords = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

export const userOf = ({ properties }: Pick<ShownEvent, "properties">): string | undefined => {
  const id = properties.distinct_id;
  return id === undefined || id === null || id === "" ? undefined : valueWords(id);
};

/** The event as one would send it. */
export const eventJson = ({ event, properties }: ShownEvent): string =>
  JSON.stringify({ event, properties }, null, 2);
