import { client, take } from "../api/client.ts";
import type { Choice, Experiment, ExperimentChange, ExperimentDraft } from "./queries.ts";

const ALL = "/api/app/workspaces/{workspaceId}/experiments";
const ONE = "/api/app/workspaces/{workspaceId}/experiments/{experiment}";

/** An experiment as somebody saw it: a change is refused when it is another by now. */
export type SeenExperiment = Pick<Experiment, "id" | "modified">;

const at = (workspaceId: number, { id }: Pick<Experiment, "id">) => ({
  params: { path: { workspaceId, experiment: id } },
});
const seen = ({ modified }: SeenExperiment) => ({ headers: { "if-match": `"${modified}"` } });

export const createExperiment = (workspaceId: number, body: ExperimentDraft) =>
  take(client.POST(ALL, { params: { path: { workspaceId } }, body }));

export const changeExperiment = (workspaceId: number, one: SeenExperiment, body: ExperimentChange) =>
  take(client.PATCH(ONE, { ...at(workspaceId, one), ...seen(one), body }));

export const launchExperiment = (workspaceId: number, one: SeenExperiment) =>
  take(client.PUT(`${ONE}/launch`, { ...at(workspaceId, one), ...seen(one), body: {} }));

export const concludeExperiment = (workspaceId: number, one: SeenExperiment) =>
  take(client.PUT(`${ONE}/force_conclude`, { ...at(workspaceId, one), ...seen(one), body: {} }));

export const decideExperiment = (workspaceId: number, one: SeenExperiment, body: Choice) =>
  take(client.PATCH(`${ONE}/decide`, { ...at(workspaceId, one), ...seen(one), body }));

/** Clears the decision; the flag stays as it serves. */
export const undoDecision = (workspaceId: number, one: SeenExperiment, reason: string) =>
  changeExperiment(workspaceId, one, { status: "concluded", reason });

export const computeExperiment = (workspaceId: number, one: Pick<Experiment, "id">) =>
  take(client.POST(`${ONE}/compute`, { ...at(workspaceId, one), body: {} }));

export const archiveExperiment = (workspaceId: number, one: SeenExperiment) =>
  take(client.POST(`${ONE}/archive`, { ...at(workspaceId, one), ...seen(one), body: {} }));

export const unarchiveExperiment = (workspaceId: number, one: SeenExperiment) =>
  take(client.DELETE(`${ONE}/archive`, { ...at(workspaceId, one), ...seen(one) }));

export const deleteExperiment = (workspaceId: number, one: SeenExperiment) =>
  take(client.DELETE(ONE, { ...at(workspaceId, one), ...seen(one) }));

export const duplicateExperiment = (workspaceId: number, one: Pick<Experiment, "id">, name: string) =>
  take(client.POST(`${ONE}/duplicate`, { ...at(workspaceId, one), body: { name } }));

export const markFavorite = (workspaceId: number, one: Pick<Experiment, "id">, isFavorite: boolean) =>
  isFavorite
    ? take(client.PUT(`${ONE}/favorite`, at(workspaceId, one)))
    : take(client.DELETE(`${ONE}/favorite`, at(workspaceId, one)));

export const markPinned = (workspaceId: number, one: Pick<Experiment, "id">, isPinned: boolean) =>
  isPinned
    ? take(client.PUT(`${ONE}/pin`, at(workspaceId, one)))
    : take(client.DELETE(`${ONE}/pin`, at(workspaceId, one)));

export const recomputeDecision = (workspaceId: number, one: Pick<Experiment, "id">, decisionId: number) =>
  take(
    client.POST(`${ONE}/decisions/{decisionId}/recompute`, {
      params: { path: { workspaceId, experiment: one.id, decisionId } },
      body: {},
    }),
  );
