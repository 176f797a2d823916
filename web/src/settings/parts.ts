import { type ComponentType, lazy } from "react";
import type { PermissionOn } from "../../../src/platform/access/index.ts";

type Part = {
  name: string;
  label: string;
  component: ComponentType;
  /** Without this permission there is nothing to see in it, so it is not offered. */
  needs?: PermissionOn<"project">;
};

/** What stands under Settings; the name is the last part of the address. */
export const PARTS: readonly Part[] = [
  {
    name: "project",
    label: "Project",
    component: lazy(async () => ({ default: (await import("./ProjectPart.tsx")).ProjectPart })),
  },
  {
    name: "members",
    label: "Members and roles",
    component: lazy(async () => ({ default: (await import("./MembersPart.tsx")).MembersPart })),
  },
  {
    name: "service-accounts",
    label: "Service accounts",
    component: lazy(async () => ({ default: (await import("./AccountsPart.tsx")).AccountsPart })),
  },
  {
    name: "group-keys",
    label: "Group keys",
    component: lazy(async () => ({ default: (await import("./GroupKeysPart.tsx")).GroupKeysPart })),
  },
  {
    name: "regions",
    label: "Regions and addresses",
    component: lazy(async () => ({ default: (await import("./RegionsPart.tsx")).RegionsPart })),
  },
  {
    name: "diagnostics",
    label: "Ingestion diagnostics",
    component: lazy(async () => ({ default: (await import("./DiagnosticsPart.tsx")).DiagnosticsPart })),
  },
  {
    name: "audit-log",
    label: "Audit log",
    needs: "project-audit:read",
    component: lazy(async () => ({ default: (await import("./AuditPart.tsx")).AuditPart })),
  },
  {
    name: "security",
    label: "Security",
    component: lazy(async () => ({ default: (await import("./SecurityPart.tsx")).SecurityPart })),
  },
  {
    name: "you",
    label: "Your account",
    component: lazy(async () => ({ default: (await import("../account/AccountParts.tsx")).AccountParts })),
  },
];
