import type { paths } from "./schema.gen.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";
type JsonOf<Answer> = Answer extends { content: { "application/json": infer Body } } ? Body : never;
type Successful<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202 ? JsonOf<Responses[Status]> : never;
}[keyof Responses];

/** What `take` gives for a path: `Taken<"/api/app/me", "get">`. Rooms name their records by it instead of writing them again. */
export type Taken<Path extends keyof paths, Verb extends Method> = paths[Path][Verb] extends {
  responses: infer Responses;
}
  ? Successful<Responses> extends { results: infer Results }
    ? Results
    : Successful<Responses>
  : never;

/** The JSON body that a path takes: `Sent<"/api/app/projects/{projectId}", "patch">`. */
export type Sent<Path extends keyof paths, Verb extends Method> = paths[Path][Verb] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : never;
