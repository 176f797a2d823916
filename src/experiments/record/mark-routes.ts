import { type Route, route } from "../../http/index.ts";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { experimentExample } from "./example.ts";
import { ExperimentView, type Seen, toExperimentView } from "./experiment-view.ts";
import { unknownExperiment } from "./failures-wire.ts";
import { marksStore } from "./marks-store.ts";
import { PATH, tag } from "./routes.ts";
import { findExperiment, see } from "./see.ts";
import type { Mark } from "./types.ts";

const answer = {
  schema: ExperimentView,
  view: toExperimentView,
  failures: unknownExperiment,
  example: { answer: experimentExample },
};

/** What a caller notes for themselves; nobody else sees it, and the experiment does not change. */
export function markRoutes(deps: ExperimentDeps): Route[] {
  const mark = async (
    scope: WorkspaceScope,
    id: string,
    change: Partial<Mark>,
  ): Promise<Result<Seen, { code: "experiment_not_found" }>> => {
    const found = await findExperiment(deps, scope, id);
    if (!found.ok) return found;
    await marksStore(deps.db).set(scope.principal.id, found.value.id, change);
    return see(deps, scope, Promise.resolve(ok(found.value)));
  };
  const today = () => new Date(deps.clock.now()).toISOString().slice(0, 10);
  const common = { access: "experiments:read", tag } as const;
  const favorite = { ...common, path: `${PATH}/:experiment/favorite` } as const;
  const pin = { ...common, path: `${PATH}/:experiment/pin` } as const;
  return [
    route({
      ...favorite,
      method: "PUT",
      summary: "Mark an experiment as a favourite of yours",
      handle: ({ scope, params }) => mark(scope, params.experiment, { isFavorited: true }),
    }).answers({ ...answer, example: { answer: { ...experimentExample, is_favorited: true } } }),
    route({
      ...favorite,
      method: "DELETE",
      summary: "Take an experiment off your favourites",
      handle: ({ scope, params }) => mark(scope, params.experiment, { isFavorited: false }),
    }).answers(answer),
    route({
      ...pin,
      method: "PUT",
      summary: "Pin an experiment for yourself",
      handle: ({ scope, params }) => mark(scope, params.experiment, { pinnedOn: today() }),
    }).answers({ ...answer, example: { answer: { ...experimentExample, pinned_date: "2026-01-31" } } }),
    route({
      ...pin,
      method: "DELETE",
      summary: "Unpin an experiment",
      handle: ({ scope, params }) => mark(scope, params.experiment, { pinnedOn: null }),
    }).answers(answer),
  ];
}
