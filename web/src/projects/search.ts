export type ProjectsSearch = { name?: string };

export const readProjectsSearch = ({ name }: Record<string, unknown>): ProjectsSearch =>
  typeof name === "string" && name !== "" ? { name } : {};
