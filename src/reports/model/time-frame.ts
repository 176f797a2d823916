import { type Static, Type } from "typebox";

export const UNITS = ["minute", "hour", "day", "week", "month", "quarter", "year"] as const;
export type Unit = (typeof UNITS)[number];

const closed = { additionalProperties: false } as const;
const day = (description: string) => Type.String({ format: "date", description });

/** Which days are asked about, in the report's time zone. */
export const TimeFrame = Type.Union(
  [
    Type.Object(
      { from: day("First day."), to: day("Last day; it belongs to the frame.") },
      { ...closed, title: "Fixed", description: "From one day to another, both included." },
    ),
    Type.Object(
      { since: day("First day.") },
      { ...closed, title: "Since", description: "From a day until today." },
    ),
    Type.Object(
      {
        last: Type.Integer({ minimum: 1, maximum: 10_000, description: "How many units." }),
        unit: Type.Enum([...UNITS], { description: "Whole calendar units in the report's time zone." }),
        complete: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              "True: the units before the current one, which is not over yet. False: it is the last of them.",
          }),
        ),
      },
      { ...closed, title: "Last", description: "The last so many calendar units." },
    ),
  ],
  { description: "Days of the report's time zone." },
);
export type TimeFrame = Static<typeof TimeFrame>;
