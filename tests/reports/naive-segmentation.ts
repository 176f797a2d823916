import type { NewEvent } from "../../src/events/index.ts";
import type { Clause } from "../../src/reports/model/filters.ts";

/** What a report says, worked out one event at a time and as plainly as it can be: no SQL, no shared code. */
export type NaiveQuestion = {
  event: string | null;
  measure: "total" | "unique" | "average" | "sum" | "median" | "distinct";
  zone: string;
  unit: "hour" | "day" | "week" | "month";
  from: string;
  to: string;
  clause: Clause | null;
  breakdown: string | null;
};

export type NaiveAnswer = {
  overall: Map<string, number | null>;
  segments: Map<string, Map<string, number | null>>;
};

export function answerNaively(events: readonly NewEvent[], question: NaiveQuestion): NaiveAnswer {
  const owner = ownersOf(events);
  const personOf = ({ distinctId }: NewEvent): string =>
    distinctId.startsWith("$device:") ? (owner.get(distinctId.slice(8)) ?? distinctId) : distinctId;
  const kept = events.filter((event) => {
    const day = local(event.timeMs, question.zone).toPlainDate().toString();
    const named = question.event === null || event.event === question.event;
    return named && day >= question.from && day <= question.to && matches(question.clause, event.properties);
  });
  const value = (some: readonly NewEvent[]) => measure(some, question.measure, personOf);
  const overall = byBucket(kept, question, value);
  const segments = new Map<string, Map<string, number | null>>();
  if (question.breakdown !== null) {
    const property = question.breakdown;
    const names = (event: NewEvent) => segmentNames(event.properties[property]);
    for (const name of new Set(kept.flatMap(names)))
      segments.set(
        name,
        byBucket(
          kept.filter((event) => names(event).includes(name)),
          question,
          value,
        ),
      );
  }
  return { overall, segments };
}

/** Whose device it is: the user of the first event that names both. */
export function ownersOf(events: readonly NewEvent[]): Map<string, string> {
  const owner = new Map<string, string>();
  for (const { deviceId, userId } of events)
    if (deviceId !== undefined && userId !== undefined && !owner.has(deviceId)) owner.set(deviceId, userId);
  return owner;
}

const local = (ms: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

/** Buckets that have an event, and the whole span as "all". */
function byBucket(
  events: readonly NewEvent[],
  { zone, unit }: NaiveQuestion,
  value: (some: readonly NewEvent[]) => number | null,
): Map<string, number | null> {
  const groups = Map.groupBy(events, ({ timeMs }) => bucketName(local(timeMs, zone), unit));
  return new Map([
    ["all", value(events)],
    ...[...groups].map(([name, some]) => [name, value(some)] as const),
  ]);
}

function bucketName(time: Temporal.ZonedDateTime, unit: NaiveQuestion["unit"]): string {
  const day = time.toPlainDate();
  if (unit === "day") return day.toString();
  if (unit === "week") return day.subtract({ days: day.dayOfWeek - 1 }).toString();
  if (unit === "month") return day.with({ day: 1 }).toString();
  return `${day} ${String(time.hour).padStart(2, "0")} ${time.offset}`;
}

function measure(
  events: readonly NewEvent[],
  kind: NaiveQuestion["measure"],
  personOf: (event: NewEvent) => string,
): number | null {
  const persons = new Set(events.map(personOf).filter((id) => id !== "")).size;
  const numbers = events.map(({ properties }) => properties.p).filter((one) => typeof one === "number");
  const sorted = numbers.sort((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  switch (kind) {
    case "total":
      return events.length;
    case "unique":
      return persons;
    case "average":
      return persons === 0 ? null : events.length / persons;
    case "sum":
      return numbers.reduce((sum, one) => sum + one, 0);
    case "median":
      return numbers.length === 0
        ? null
        : ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
    case "distinct":
      return new Set(
        events
          .map(({ properties }) => properties.p)
          .filter((one) => one != null)
          .map((one) => JSON.stringify(one)),
      ).size;
  }
}

function segmentNames(value: unknown): string[] {
  if (value === undefined) return ["undefined"];
  if (!Array.isArray(value)) return [`${typeof value} ${JSON.stringify(value)}`];
  return value.length === 0 ? ["undefined"] : [...new Set(value.flatMap((item) => segmentNames([item][0])))];
}

function matches(clause: Clause | null, properties: NewEvent["properties"]): boolean {
  if (clause === null) return true;
  const value = properties[clause.property];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wanted = clause.value;
  const some = (test: (item: unknown) => boolean): boolean =>
    clause.items === "all" && Array.isArray(value) ? items.length > 0 && items.every(test) : items.some(test);
  switch (clause.operator) {
    case "equals":
      return some((item) => item === wanted);
    case "not_equals":
      return clause.items === undefined
        ? !some((item) => item === wanted)
        : Array.isArray(value)
          ? some((item) => item !== wanted)
          : value !== wanted;
    case "is_set":
      return value != null;
    case "is_not_set":
      return value == null;
    case "contains":
      return some(
        (item) => typeof item === "string" && item.toLowerCase().includes(String(wanted).toLowerCase()),
      );
    case "greater_than":
      return some((item) => typeof item === "number" && item > Number(wanted));
    case "is_true":
      return some((item) => item === true);
    default:
      throw new Error(`not here: ${clause.operator}`);
  }
}
