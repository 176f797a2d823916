import { Lock } from "lucide-react";
import { EmptyState } from "./EmptyState.tsx";

/** When the role does not reach what the page shows. The server's words name the permission. */
export const NoPermission = ({ failure }: { failure?: Error | null }) => (
  <div data-testid="no-permission">
    <EmptyState icon={Lock} title="Your role does not reach this">
      {failure?.message ?? "Ask an owner or admin of the project for a wider role."}
    </EmptyState>
  </div>
);
