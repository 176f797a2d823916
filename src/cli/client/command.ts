/** One flag of a command, and where its value goes in the request. */
export type Flag = {
  name: string;
  help: string;
  kind: "text" | "integer" | "boolean" | "grants" | "integers" | "json-file" | "text-file";
  required?: boolean;
  /** Key in the body or query; the flag's name with underscores unless told. */
  key?: string;
  place: "body" | "query";
};

/** A command of the command line that asks the running server. Everything it can do, a script can do by the same route. */
export type Command = {
  words: string;
  summary: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `{organization}` and `{project}` are filled from their flags or, when there is only one, by themselves. */
  path: string;
  /** Positional arguments, in the order they are typed; each fills `{name}` in the path. */
  args?: readonly { name: string; help: string }[];
  flags?: readonly Flag[];
  /** Where the body is not simply the flags. */
  toBody?: (flags: Record<string, unknown>) => Record<string, unknown>;
  /** Columns of the table that a list is printed as. */
  columns?: readonly string[];
  /** Where in the results the list is, when it is not the results themselves. */
  list?: string;
};
