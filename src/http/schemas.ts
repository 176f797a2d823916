import { type TSchema, Type } from "typebox";

/** Pieces that stand in the schemas of many routes. */
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const moment = (description?: string) =>
  Type.String({ format: "date-time", ...(description === undefined ? {} : { description }) });

/** The largest number the control database's ids can have; a larger one names nothing. */
export const LARGEST_ID = 2_147_483_647;

export const identifier = (description?: string) =>
  Type.Integer({ minimum: 1, maximum: LARGEST_ID, ...(description === undefined ? {} : { description }) });

/** A name people read: not empty, not blank, not endless. */
export const label = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern: "\\S", description });

/** A body that refuses keys it does not know. */
export const closed = { additionalProperties: false } as const;
