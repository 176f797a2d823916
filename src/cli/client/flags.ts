import type { Flag } from "./command.ts";

/** Short ways to declare the flags of commands. */
export const text = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  name,
  help,
  kind: "text",
  place: "body",
  ...more,
});
export const integer = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  ...text(name, help, more),
  kind: "integer",
});
export const boolean = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  ...text(name, help, more),
  kind: "boolean",
});
export const required = { required: true } as const;
export const query = { place: "query" } as const;
export const integers = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  ...text(name, help, more),
  kind: "integers",
});
export const grants = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  ...text(name, help, more),
  kind: "grants",
});
export const jsonFile = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  ...text(name, help, more),
  kind: "json-file",
});

export const textFile = (name: string, help: string, more: Partial<Flag> = {}): Flag => ({
  ...text(name, help, more),
  kind: "text-file",
});

export const id = (what: string) => [{ name: "id", help: `id of the ${what}` }] as const;
