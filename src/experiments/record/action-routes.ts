import { Type } from "typebox";
import { type Route, route } from "../../http/index.ts";
import type { ExperimentDeps } from "../deps.ts";
import { duplicateExperiment } from "./duplicate-experiment.ts";
import { experimentExample } from "./example.ts";
import { ExperimentView, toExperimentView } from "./experiment-view.ts";
import {
  changeFailures,
  invalidExperiment,
  linkFailures,
  stateFailures,
  tooMany,
  unknownExperiment,
} from "./failures-wire.ts";
import { ifMatchOf } from "./if-match.ts";
import { archiveExperiment, unarchiveExperiment } from "./keep-experiment.ts";
import { PATH, tag } from "./routes.ts";
import { concludeExperiment, launchExperiment } from "./run-experiment.ts";
import { see } from "./see.ts";
import { ConcludeBody, DuplicateBody, EmptyBody } from "./wire.ts";

const answersRecord = { schema: ExperimentView, view: toExperimentView };

/** What happens to an experiment between its making and its decision. */
export const actionRoutes = (deps: ExperimentDeps): Route[] => [
  route({
    method: "PUT",
    path: `${PATH}/:experiment/launch`,
    access: "experiments:write",
    tag,
    summary: "Launch an experiment",
    description: "From now on exposures count. A linked flag is enabled. Launching it again changes nothing.",
    body: EmptyBody,
    handle: ({ scope, params, request }) =>
      see(deps, scope, launchExperiment(deps, scope, { id: params.experiment, ifMatch: ifMatchOf(request) })),
  }).answers({
    ...answersRecord,
    failures: { ...changeFailures, ...stateFailures, ...invalidExperiment },
    example: { body: {}, answer: { ...experimentExample, status: "active" } },
  }),
  route({
    method: "PUT",
    path: `${PATH}/:experiment/force_conclude`,
    access: "experiments:write",
    tag,
    summary: "Conclude an experiment",
    description: "Ends it now, or at `end_date`. The flag goes on serving until somebody decides.",
    body: ConcludeBody,
    handle: ({ scope, params, body, request }) => {
      const endDate = body.end_date ? new Date(body.end_date) : undefined;
      const asked = { id: params.experiment, ifMatch: ifMatchOf(request), endDate };
      return see(deps, scope, concludeExperiment(deps, scope, asked));
    },
  }).answers({
    ...answersRecord,
    failures: {
      ...changeFailures,
      ...stateFailures,
      invalid_end: { status: 400, say: ({ reason }) => `end_date: ${reason}.`, field: "end_date" },
    },
    example: {
      body: { end_date: "2026-02-14T12:00:00.000Z" },
      answer: { ...experimentExample, status: "concluded" },
    },
  }),
  route({
    method: "POST",
    path: `${PATH}/:experiment/archive`,
    access: "experiments:write",
    tag,
    summary: "Archive an experiment",
    description: "It leaves the lists and cannot be changed until it is unarchived.",
    body: EmptyBody,
    handle: ({ scope, params, request }) =>
      archiveExperiment(deps, scope, { id: params.experiment, ifMatch: ifMatchOf(request) }),
  }).answers({
    schema: Type.Object({ id: Type.String() }),
    view: ({ id }) => ({ id }),
    failures: { ...changeFailures, ...stateFailures },
    example: { body: {}, answer: { id: experimentExample.id } },
  }),
  route({
    method: "DELETE",
    path: `${PATH}/:experiment/archive`,
    access: "experiments:write",
    tag,
    summary: "Unarchive an experiment",
    handle: ({ scope, params, request }) =>
      see(
        deps,
        scope,
        unarchiveExperiment(deps, scope, { id: params.experiment, ifMatch: ifMatchOf(request) }),
      ),
  }).answers({ ...answersRecord, failures: changeFailures, example: { answer: experimentExample } }),
  route({
    method: "POST",
    path: `${PATH}/:experiment/duplicate`,
    access: "experiments:write",
    tag,
    summary: "Duplicate an experiment",
    description:
      "A draft with the same plan. A linked flag is copied too, switched off and with buckets of its own, unless `duplicate_flag` is false.",
    body: DuplicateBody,
    handle: ({ scope, params, body }) =>
      see(deps, scope, duplicateExperiment(deps, scope, params.experiment, body)),
  }).answers({
    ...answersRecord,
    status: 201,
    failures: { ...unknownExperiment, ...invalidExperiment, ...linkFailures, ...tooMany },
    example: { body: { name: "New checkout, once more" }, answer: experimentExample },
  }),
];
