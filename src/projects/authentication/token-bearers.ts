import type { Clock } from "../../platform/clock.ts";
import type { Region } from "../../platform/config/index.ts";
import type { Project } from "../project/projects-store.ts";
import { createMemory } from "./memory.ts";

/** What every key of a project looks like. Nothing else is worth a question to the database. */
export const KEY = /^[0-9a-f]{32}$/;

export type TokenBearersDeps = {
  project(projectId: number): Promise<Project | undefined>;
  findByToken(token: string): Promise<number | undefined>;
  mayRemember: () => boolean;
  clock: Clock;
  region: Region;
};

/**
 * Which project of this server a token stands for. Tokens nobody has are remembered too, apart from the others: a page that was left
 * behind with one goes on sending, and a flood of made-up ones must not push out those in use.
 */
export function createTokenBearers(deps: TokenBearersDeps) {
  const known = createMemory<string, number>(deps.mayRemember, deps.clock);
  const unknown = createMemory<string, true>(deps.mayRemember, deps.clock);

  const lookUp = async (token: string): Promise<number | undefined> => {
    const projectId = await deps.findByToken(token);
    const project = projectId === undefined ? undefined : await deps.project(projectId);
    return project?.region === deps.region ? project.id : undefined;
  };

  /** One question inside the other, so that a change while the database is asked keeps either from being remembered. */
  async function ask(token: string): Promise<number | undefined> {
    let found: number | undefined;
    await unknown.ask(token, async () => {
      found = await known.ask(token, () => lookUp(token));
      return found === undefined ? true : undefined;
    });
    return found;
  }

  return {
    find(token: string): number | undefined | Promise<number | undefined> {
      const found = known.get(token);
      if (found !== undefined) return found;
      if (!KEY.test(token) || unknown.get(token)) return undefined;
      return ask(token);
    },
    forget(): void {
      known.forget();
      unknown.forget();
    },
  };
}
