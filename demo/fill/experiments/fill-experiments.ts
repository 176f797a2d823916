import { DAY_MS, firstDay } from "../../shop/calendar.ts";
import { FREE_SHIPPING, ONE_PAGE_CHECKOUT } from "../../shop/experiments.ts";
import { askApp, type Target } from "../api.ts";
import { createFlag, fillOtherFlags, TWO_VARIANTS } from "./flags.ts";
import { DECIDED, DRAFT, RUNNING } from "./notes.ts";

const EXPERIMENTS = "workspaces/1/experiments";

export type Experiments = { decided: string; running: string; draft: string };

/** One that is decided, one that runs, one that has not begun. Wants the shop's events to be loaded. */
export async function fillExperiments(target: Target, endMs: number): Promise<Experiments> {
  const dayAt = (day: number) => new Date(firstDay(endMs) + day * DAY_MS).toISOString();
  const decided = await create(target, DECIDED);
  await launch(target, decided, dayAt(FREE_SHIPPING.fromDay));
  await askApp(target, "PUT", `${EXPERIMENTS}/${decided}/force_conclude`, {
    end_date: dayAt(FREE_SHIPPING.toDay + 1),
  });
  await askApp(target, "POST", `${EXPERIMENTS}/${decided}/compute`, {});
  await askApp(target, "PATCH", `${EXPERIMENTS}/${decided}/decide`, DECIDED.decision);
  const running = await create(target, RUNNING);
  await launch(target, running, dayAt(ONE_PAGE_CHECKOUT.fromDay));
  await askApp(target, "POST", `${EXPERIMENTS}/${running}/compute`, {});
  const draft = await create(target, DRAFT);
  await fillOtherFlags(target);
  return { decided, running, draft };
}

type Note = typeof DECIDED | typeof RUNNING | typeof DRAFT;

async function create(target: Target, { flag, record }: Note): Promise<string> {
  const made = await createFlag(target, flag);
  const { id } = await askApp<{ id: string }>(target, "POST", EXPERIMENTS, {
    ...record,
    variants: TWO_VARIANTS,
    settings: { ...record.settings, featureFlag: { id: made.id } },
  });
  return id;
}

/** As if it had been launched then. */
async function launch(target: Target, id: string, startDate: string): Promise<void> {
  await askApp(target, "PATCH", `${EXPERIMENTS}/${id}`, { start_date: startDate });
  await askApp(target, "PUT", `${EXPERIMENTS}/${id}/launch`);
}
