import { fail, ok, type Result } from "../../src/platform/result.ts";
import { makeShop } from "../shop/make-shop.ts";
import { askApp, signIn, type Target } from "./api.ts";
import { fillDictionary } from "./dictionary/fill-dictionary.ts";
import { type Experiments, fillExperiments } from "./experiments/fill-experiments.ts";
import { fillMigration } from "./migration.ts";
import { ADMIN, ANALYST, fillOrganization } from "./organization.ts";
import { fillProfiles } from "./people.ts";
import { fillProducts } from "./products.ts";
import { sendRefused } from "./refused.ts";
import { sendBatches, waitUntilLoaded } from "./send.ts";
import type { DemoSize } from "./sizes.ts";
import { fillWarehouse, type Imports } from "./warehouse/fill-warehouse.ts";

export type DemoTarget = Target & {
  /** Folder the server has as WAREHOUSE_FILES_DIR; the warehouse's file is written into it. */
  warehouseFolder: string;
};

export type DemoOptions = {
  seed: number;
  size: DemoSize;
  /** By which the shop's people sign in. */
  password: string;
  /** Now; the shop's last event is just before it. */
  endMs: number;
  /** Hears a sentence before each step. */
  tell?: (line: string) => void;
};

/** What was put where; tests find their way by it. */
export type Filled = {
  events: number;
  profiles: number;
  companies: number;
  products: number;
  declared: number;
  refused: number;
  experiments: Experiments;
  imports: Imports;
  migration: string;
  migrated: number;
};

export type FillFailure = { code: "not_empty" };

/**
 * Fills project 1 of a started server, by its public interface alone. The server's AMPLITUDE_EXPORT_URL has to be an origin that has
 * `makeHistory`'s events. A project that holds something already is left as it is.
 */
export async function fillDemo(
  target: DemoTarget,
  { seed, size, password, endMs, tell = () => undefined }: DemoOptions,
): Promise<Result<Filled, FillFailure>> {
  if (!(await isEmpty(target))) return fail({ code: "not_empty" });
  tell("Declaring events in the data dictionary …");
  await fillOrganization(target, password);
  // People do what people do, so that records and the audit log name them.
  const mara = await signIn(target, ADMIN.email, password);
  const jon = await signIn(target, ANALYST.email, password);
  const { declared } = await fillDictionary(mara);
  const { products } = await fillProducts(target);

  const shop = makeShop({ seed, sessionsPerDay: size.sessionsPerDay, endMs });
  const { sent: events } = await sendBatches(
    target,
    "/import?strict=1&project_id=1",
    shop.events(),
    everyPart((sent) => tell(`Sending 90 days of a shop: ${sent.toLocaleString("en")} events …`)),
  );
  const people = await fillProfiles(target, shop.visitors);
  const { refused } = await sendRefused(target, endMs);
  tell(
    `Sent ${events.toLocaleString("en")} events and ${people.profiles.toLocaleString("en")} profiles; loading them …`,
  );
  await waitUntilLoaded(target);

  tell("Importing a warehouse …");
  const imports = await fillWarehouse(mara, target.warehouseFolder, size.warehouse, endMs);
  tell("Migrating the history of another tool …");
  const migrated = await fillMigration(target, endMs);
  tell("Running experiments …");
  const experiments = await fillExperiments(jon, endMs);
  return ok({ events, ...people, products, declared, refused, experiments, imports, ...migrated });
}

/** Neither declared nor sent, by whatever door and however long ago. */
async function isEmpty(target: Target): Promise<boolean> {
  const entries = await askApp<unknown[]>(target, "GET", "projects/1/schemas");
  const { lines } = await askApp<{ lines: unknown[] }>(target, "GET", "projects/1/settlements");
  return entries.length === 0 && lines.length === 0;
}

const PART = 100_000;

/** Calls through once for each hundred thousand. */
function everyPart(tell: (sent: number) => void): (sent: number) => void {
  let parts = 0;
  return (sent) => {
    if (Math.floor(sent / PART) <= parts) return;
    parts = Math.floor(sent / PART);
    tell(sent);
  };
}
