import { Lock } from "lucide-react";
import { EmptyState } from "./EmptyState.tsx";

/** For a page that the member's role does not allow. The server's sentence names the permission. */
export const NoPermission = ({ failure }: { failure?: Error | null }) => (
  <div data-testid="no-permission">
    <EmptyState icon={Lock} title="You don't have access">
      {failure?.message ?? "Ask an owner or admin of the project for access."}
    </EmptyState>
  </div>
);
