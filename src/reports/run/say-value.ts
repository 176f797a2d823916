import type { SegmentValue } from "./answer.ts";
import { segmentText } from "./shape.ts";

/** A segment's name as people read it. */
export function sayValue(segment: SegmentValue): string {
  if (segment.type === "missing" || segment.type === "null") return "(not set)";
  return segment.value === "" ? "(empty string)" : segmentText(segment);
}
