import { type Static, Type } from "typebox";
import { Filters, Property } from "./filters.ts";
import { Measure } from "./measure.ts";
import { TimeFrame, UNITS } from "./time-frame.ts";

const closed = { additionalProperties: false } as const;

export const EVENTS_MAX = 10;
export const SEGMENTS = { usual: 10, ofChart: 3_000, ofFile: 10_000 } as const;

const EventChoice = Type.Object(
  {
    event: Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()], {
      description: "Tracked name, of an old event too; null: all events that the dictionary does not hide.",
    }),
    filters: Type.Optional(Filters),
  },
  { ...closed, description: "One line of the chart, with filters of its own." },
);

/** What a person can ask about events over time. Kept with saved reports: a change of meaning takes another version. */
export const SegmentationReport = Type.Object(
  {
    version: Type.Literal(1),
    kind: Type.Literal("segmentation"),
    events: Type.Array(EventChoice, { minItems: 1, maxItems: EVENTS_MAX }),
    measure: Type.Optional(Measure),
    time_frame: TimeFrame,
    unit: Type.Optional(Type.Enum([...UNITS], { default: "day", description: "Length of a period." })),
    timezone: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "IANA name of the zone in which days begin; the project's own when left out.",
      }),
    ),
    filters: Type.Optional(Filters),
    where: Type.Optional(
      Type.String({
        maxLength: 16_384,
        description: 'An expression that has to hold as well: `properties["price"] > 10`.',
      }),
    ),
    breakdown: Type.Optional(
      Type.Object(
        {
          ...Property.properties,
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: SEGMENTS.ofFile,
              default: SEGMENTS.usual,
              description:
                "So many segments, the largest first; what the others have is in one line. Up to 3,000, in a CSV file up to 10,000.",
            }),
          ),
        },
        {
          ...closed,
          description: "One line for each value of a property; of a list, for each of its items.",
        },
      ),
    ),
  },
  { ...closed, description: "Events over time." },
);
export type SegmentationReport = Static<typeof SegmentationReport>;
