import { type Static, Type } from "typebox";
import { Property } from "./filters.ts";

const closed = { additionalProperties: false } as const;

const AGGREGATES = ["average", "median", "min", "max", "percentile"] as const;

const percentile = Type.Optional(
  Type.Number({ minimum: 0, maximum: 100, description: "Which one, with `aggregate: percentile`." }),
);

/** What is counted. */
export const Measure = Type.Union(
  [
    Type.Object({ kind: Type.Literal("total") }, { ...closed, description: "How many events." }),
    Type.Object(
      { kind: Type.Literal("unique") },
      { ...closed, description: "How many persons, by all their ids, each once in each period." },
    ),
    Type.Object(
      { kind: Type.Literal("average") },
      { ...closed, description: "Events by person: total ÷ unique." },
    ),
    Type.Object(
      { kind: Type.Literal("active"), days: Type.Integer({ minimum: 1, maximum: 366 }) },
      {
        ...closed,
        description:
          "Persons of so many days, the last of which is the last of the period: 1, 7 and 30 give DAU, WAU, MAU.",
      },
    ),
    Type.Object(
      { kind: Type.Literal("frequency"), aggregate: Type.Enum([...AGGREGATES]), percentile },
      {
        ...closed,
        description: "Events of each person who has any, then the average, the median … over persons.",
      },
    ),
    Type.Object(
      {
        kind: Type.Literal("property"),
        ...Property.properties,
        aggregate: Type.Enum(["sum", ...AGGREGATES]),
        percentile,
      },
      { ...closed, description: "Over the values that are numbers." },
    ),
    Type.Object(
      { kind: Type.Literal("distinct"), ...Property.properties },
      { ...closed, description: 'How many different values; 7 and "7" are two.' },
    ),
  ],
  { description: "What is counted; the number of events when left out." },
);
export type Measure = Static<typeof Measure>;
