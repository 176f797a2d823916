import type { SourceValues } from "../changes.ts";
import type { KindField, Source, WarehouseKind } from "../queries.ts";

/** As the inputs have them: text, or a box that is ticked. */
export type FormValues = Record<string, string | boolean>;

/** What stands in the form at first: what is saved, else what is usual. Secrets stay empty. */
export function formPresets(kind: WarehouseKind, source: Source | undefined): FormValues {
  const values = kind.fields.map(({ name, kind: type, secret, preset }) => {
    const known = secret ? undefined : (source?.connection?.[name] ?? preset ?? undefined);
    if (type === "boolean") return [name, known === true] as const;
    return [name, known === undefined ? "" : String(known)] as const;
  });
  return { source_name: source?.source_name ?? "", ...Object.fromEntries(values) };
}

const read = (
  { kind }: KindField,
  given: string | boolean | undefined,
): string | number | boolean | undefined => {
  if (kind === "boolean") return given === true;
  if (typeof given !== "string" || given === "") return undefined;
  return kind === "port" && /^\d+$/.test(given) ? Number(given) : given;
};

/** Everything that was filled in. */
export function toValues(kind: WarehouseKind, form: FormValues): SourceValues {
  const values = kind.fields.flatMap((field) => {
    const value = read(field, form[field.name]);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return {
    ...(form.source_name ? { source_name: form.source_name } : {}),
    ...Object.fromEntries(values),
  };
}

/** Only what differs from what is saved; what was emptied is cleared, but secrets that were left empty stay. */
export function toChanges(kind: WarehouseKind, form: FormValues, source: Source): SourceValues {
  const changes = kind.fields.flatMap((field) => {
    const value = read(field, form[field.name]);
    const before = field.secret ? undefined : source.connection?.[field.name];
    if (value === before) return [];
    return [[field.name, value ?? null] as const];
  });
  return {
    ...(form.source_name === source.source_name ? {} : { source_name: form.source_name ?? "" }),
    ...Object.fromEntries(changes),
  };
}
