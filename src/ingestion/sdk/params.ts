import { readForm } from "../wire/form-data.ts";

/** What a client may say about its request besides the records. Some put it in the address, some in the form. */
export const PARAMS = ["data", "verbose", "strict", "ip", "img", "callback", "redirect"] as const;
export type SdkParams = Readonly<Partial<Record<(typeof PARAMS)[number], string>>>;

/** The address wins over the form. Everything else (`_`, `test`, …) means nothing here. */
export function readParams(query: Readonly<Record<string, string>>, form: string | undefined): SdkParams {
  const fields = form === undefined ? {} : readForm(form, PARAMS);
  const params: Partial<Record<(typeof PARAMS)[number], string>> = {};
  for (const name of PARAMS) {
    const value = query[name] ?? fields[name];
    if (value !== undefined) params[name] = value;
  }
  return params;
}

/** A number from 1 up is yes, and so is `true`: clients send 1 and 2. */
export const isOn = (value: string | undefined): boolean =>
  value !== undefined && (value === "true" || Number(value) >= 1);

/** Nothing else makes a request strict, and nothing makes it wrong: a client would lose its events for a word beside them. */
export const isStrict = ({ strict }: SdkParams): boolean => strict === "1" || strict === "true";
