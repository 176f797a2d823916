import { Badge } from "../ui/Badge.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";

/** Where the project's data lives. It cannot be changed later, so it is always in sight. */
export const RegionChip = ({ region }: { region: string }) => (
  <Tooltip text={`This project's data stays in the region ${region.toUpperCase()}.`}>
    <button type="button" className="cursor-default" data-testid="shell.region">
      <span className="sr-only">Region </span>
      <Badge>{region.toUpperCase()}</Badge>
    </button>
  </Tooltip>
);
