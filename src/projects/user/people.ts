import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { type User, usersStore } from "./users-store.ts";

/** People, for the room where they sign in. */
export type People = {
  findByEmail(email: string): Promise<User | undefined>;
};

export function createPeople(db: Kysely<ControlTables>): People {
  return { findByEmail: (email) => usersStore(db).findByEmail(email) };
}
