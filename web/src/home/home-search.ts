import { SNIPPET_KINDS, type SnippetKind } from "./snippets.ts";

export type HomeSearch = {
  /** Which snippet is shown. */
  snippet?: SnippetKind;
  /** Whether the snippets are in sight after events have come. */
  install?: true;
};

export function readHomeSearch({ snippet, install }: Record<string, unknown>): HomeSearch {
  const kind = SNIPPET_KINDS.find((known) => known === snippet);
  return {
    ...(kind === undefined ? {} : { snippet: kind }),
    ...(install === true ? { install: true } : {}),
  };
}
