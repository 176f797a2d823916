import type { AuditLine, RecordAudit } from "../../dictionary/index.ts";
import type { ProjectsRoom } from "../../projects/index.ts";

/** Changes of the dictionary and of lookup tables in the audit log of their project. */
export const recordInAudit =
  (changes: Pick<ProjectsRoom["changes"], "record">): RecordAudit =>
  (tx, scope, { action, target, before, after }) =>
    changes.record(tx, scope, {
      action,
      organizationId: scope.organizationId,
      projectId: scope.projectId,
      target: nameOf(target, scope.projectId),
      before,
      after,
    });

function nameOf(target: AuditLine["target"], projectId: number): { type: string; id: number | string } {
  if (target === undefined) return { type: "dictionary", id: projectId };
  if ("lookupTable" in target) return { type: "lookup_table", id: target.lookupTable };
  return { type: "dictionary_entry", id: `${target.entityType}/${target.name}` };
}
