import { Type } from "typebox";
import { nullable } from "../../http/index.ts";

const Warnings = Type.Array(Type.Object({ code: Type.String(), message: Type.String() }));

export const PreviewView = Type.Object({
  rows: Type.Array(
    Type.Object({
      row: Type.Record(Type.String(), Type.Unknown()),
      result: Type.Unknown({
        description:
          "The event, the update of a profile or the row of a lookup table that it becomes; null when it cannot.",
      }),
      problem: nullable(Type.Object({ code: Type.String(), field: Type.String(), message: Type.String() })),
    }),
  ),
  warnings: Warnings,
});

export const EstimateView = Type.Object({
  rows: Type.Integer(),
  from: nullable(Type.String()),
  to: nullable(Type.String()),
  nulls: Type.Record(Type.String(), Type.Integer(), {
    description: "Rows without a value, by column that has a role.",
  }),
  warnings: Warnings,
});

export const VerifyView = Type.Object({
  equal: Type.Boolean(),
  as_of: Type.String(),
  rows_warehouse: Type.Integer({ description: "Of people and groups: ids that its rows have, each once." }),
  rows_stored: Type.Integer({ description: "Of people and groups: ids that the import has written." }),
  rows_skipped: Type.Integer({
    description: "Of people and groups: rows without an id, which no run brings. They are no difference.",
  }),
  rows_copies: Type.Integer({
    description:
      "Of events: stored rows that have the insert id, time, event and user of another one. They are no difference, and one event with it: reports count it once.",
  }),
  differences: Type.Array(
    Type.Object({
      side: Type.Enum(["warehouse", "store"], {
        description: "Which side has the row; the other has not, or has it otherwise.",
      }),
      row_key: Type.String(),
      key: nullable(Type.Record(Type.String(), Type.String())),
      properties: nullable(
        Type.Array(Type.String(), {
          description: "Both sides have the row, and these of its values are not the same; the first 20.",
        }),
      ),
    }),
  ),
  cut: Type.Boolean({ description: "There are more differences than are listed." }),
});

export const StoredView = Type.Object({
  events: Type.Integer(),
  from: nullable(Type.String({ description: "Time of the earliest." })),
  to: nullable(Type.String({ description: "Time of the latest." })),
});
