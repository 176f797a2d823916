import type { FailureAnswers } from "../../http/index.ts";
import type { ChangeFailure } from "./change-experiment.ts";
import type { LinkFailure } from "./link-flag.ts";
import type { StateFailure } from "./run-experiment.ts";

export const unknownExperiment = {
  experiment_not_found: { status: 404, say: "There is no such experiment in this workspace." },
} as const satisfies FailureAnswers<{ code: "experiment_not_found" }>;

export const changeFailures: FailureAnswers<ChangeFailure> = {
  ...unknownExperiment,
  stale: {
    status: 409,
    say: "The experiment was changed meanwhile; read it again, and repeat the change with its `modified` as If-Match.",
  },
  archived: { status: 409, say: "The experiment is archived; unarchive it first (DELETE …/archive)." },
  not_yours: {
    status: 403,
    say: "Only the experiment's creator, or an admin of the project, may do this.",
  },
};

export const stateFailures: FailureAnswers<StateFailure> = {
  wrong_state: { status: 409, say: ({ reason }) => reason },
};

export const invalidExperiment: FailureAnswers<{
  code: "invalid_experiment";
  field: string;
  reason: string;
}> = {
  invalid_experiment: {
    status: 400,
    say: ({ field, reason }) => `${field}: ${reason}.`,
    field: ({ field }) => field,
  },
};

export const linkFailures: FailureAnswers<LinkFailure> = {
  flag_unknown: {
    status: 400,
    say: "settings.featureFlag: there is no such flag in this workspace; create it first, or set featureFlag to null.",
    field: "settings.featureFlag",
  },
  flag_taken: {
    status: 409,
    say: ({ flagKey }) =>
      `settings.featureFlag: the flag '${flagKey}' belongs to another experiment; take another flag.`,
    field: "settings.featureFlag",
  },
};

export const tooMany: FailureAnswers<{ code: "too_many_experiments"; most: number }> = {
  too_many_experiments: {
    status: 409,
    say: ({ most }) => `A project has at most ${most} experiments; delete some.`,
  },
};
