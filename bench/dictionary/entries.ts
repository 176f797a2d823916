export type BenchEntry = { entityType: string; name: string; schemaJson: Record<string, unknown> };

const TYPES = ["string", "number", "boolean", "array", "integer"];

/** Entries as a tracking plan has them: a description, tags, and properties that say what they are. `round` changes every description. */
export function makeEntries(count: number, properties: number, round: number): BenchEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    entityType: "event",
    name: `Event ${at.toString().padStart(5, "0")}`,
    schemaJson: {
      $schema: "http://json-schema.org/draft-07/schema#",
      description: `What happens when somebody does thing ${at}, as told in round ${round}.`,
      properties: Object.fromEntries(
        Array.from({ length: properties }, (_, index) => [
          `property_${index}`,
          {
            type: TYPES[(at + index) % TYPES.length],
            description: `Property ${index} of event ${at}, round ${round}.`,
            ...(index % 5 === 0
              ? {
                  metadata: { "com.service": { displayName: `Property ${index}`, hidden: index % 10 === 0 } },
                }
              : {}),
          },
        ]),
      ),
      metadata: { "com.service": { tags: ["plan", `team-${at % 20}`], contacts: ["ana@example.com"] } },
    },
  }));
}
