import type { Status } from "./types.ts";

export type Action = "launch" | "conclude" | "succeed" | "fail" | "undo" | "archive" | "delete";

/** Where each action leads from each state; a sentence where it leads nowhere. A state or action that is missing does not compile. */
export const TRANSITIONS: Record<Status, Record<Action, { to: Status } | { refused: string }>> = {
  draft: {
    launch: { to: "active" },
    conclude: { refused: "The experiment is a draft and was not launched; launch it first." },
    succeed: { refused: "The experiment is a draft and was not launched; launch it before you decide." },
    fail: { refused: "The experiment is a draft and was not launched; launch it before you decide." },
    undo: { refused: "There is no decision to undo: the experiment is a draft." },
    archive: { to: "draft" },
    delete: { to: "draft" },
  },
  active: {
    // A launch that is repeated finds done what it asks for.
    launch: { to: "active" },
    conclude: { to: "concluded" },
    succeed: { to: "success" },
    fail: { to: "fail" },
    undo: { refused: "There is no decision to undo: the experiment is active. End it with force_conclude." },
    archive: { refused: "The experiment is active; conclude it first (PUT …/force_conclude)." },
    delete: { refused: "The experiment is active; conclude it first (PUT …/force_conclude)." },
  },
  concluded: {
    launch: { refused: "The experiment is concluded and cannot be launched again; duplicate it." },
    conclude: { to: "concluded" },
    succeed: { to: "success" },
    fail: { to: "fail" },
    undo: { to: "concluded" },
    archive: { to: "concluded" },
    delete: { to: "concluded" },
  },
  success: decided("success"),
  fail: decided("fail"),
};

function decided(own: "success" | "fail"): Record<Action, { to: Status } | { refused: string }> {
  return {
    launch: { refused: "The experiment is decided and cannot be launched again; duplicate it." },
    conclude: {
      refused: "The experiment is decided; undo the decision first (PATCH with status concluded).",
    },
    succeed: { to: "success" },
    fail: { to: "fail" },
    undo: { to: "concluded" },
    archive: { to: own },
    delete: { to: own },
  };
}
