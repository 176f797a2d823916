import { projectRoleReaches, type WorkspaceScope } from "../../platform/access/index.ts";
import type { Experiment } from "./types.ts";

const isCreator = ({ principal }: WorkspaceScope, { creator }: Experiment): boolean =>
  creator?.id === principal.id;

const isAdmin = ({ role }: WorkspaceScope): boolean => projectRoleReaches(role, "admin");

/** What the caller may do with an experiment that the path has let them near. */
export const rightsOf = (scope: WorkspaceScope, experiment: Experiment) => {
  const mayEdit = projectRoleReaches(scope.role, "analyst");
  return {
    view: experiment.isShared || isCreator(scope, experiment) || isAdmin(scope),
    edit: mayEdit,
    /** Archive, delete, share: what others would miss. */
    own: isAdmin(scope) || (mayEdit && isCreator(scope, experiment)),
  };
};

/** Whose private experiments show up in a list besides the shared ones; undefined: everybody's. */
export const visibleTo = (scope: WorkspaceScope): number | undefined =>
  isAdmin(scope) ? undefined : scope.principal.id;
