/** The clients' evaluators compare without regard to capitals: they lower all texts, and of what callers tell the names as well. */
export function lowerCase(value: unknown, withNames: boolean): unknown {
  if (typeof value === "string") return value.toLowerCase();
  if (Array.isArray(value)) return value.map((item) => lowerCase(item, withNames));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      withNames ? name.toLowerCase() : name,
      lowerCase(inner, withNames),
    ]),
  );
}
