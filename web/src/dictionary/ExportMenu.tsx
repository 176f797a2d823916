import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { Menu, MenuItem } from "../ui/Menu.tsx";
import { exportQuery } from "./schema-queries.ts";
import { toastFailure } from "./toast-failure.ts";

/** The whole dictionary as a file: for spreadsheets, or as an upload takes it. */
export function ExportMenu() {
  const { projectId, name, whyNot } = useProject();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const reason = whyNot("dictionary:export");
  const button = (
    <Button disabledReason={reason} busy={busy} data-testid="dictionary.export">
      <Download aria-hidden /> Export
    </Button>
  );
  if (reason !== undefined) return button;
  const json = async () => {
    setBusy(true);
    try {
      const entries = await queryClient.fetchQuery(exportQuery(projectId));
      downloadFile(`${name} dictionary.json`, JSON.stringify({ entries }, null, 2), "application/json");
    } catch (cause) {
      toastFailure(cause);
    }
    setBusy(false);
  };
  return (
    <Menu trigger={button}>
      {/* A plain link: the browser writes the file as it comes, however large. */}
      <MenuItem render={<a href={`/api/app/projects/${projectId}/dictionary/export?format=csv`} download />}>
        CSV, for spreadsheets
      </MenuItem>
      <MenuItem onSelect={() => void json()}>JSON, as an upload takes it</MenuItem>
    </Menu>
  );
}
