/** What a decision rested on. */
export type Evidence = { [key: string]: unknown };
