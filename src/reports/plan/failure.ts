import { fail } from "../../platform/result.ts";

/** Something asked that cannot be answered as it stands. The reason is the rest of a sentence that begins with the field. */
export type ReportFailure = { code: "invalid_report"; field: string; reason: string };

export const refuseField = (field: string, reason: string): { ok: false; failure: ReportFailure } =>
  fail({ code: "invalid_report", field, reason });
