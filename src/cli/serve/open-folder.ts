import { hasUnfinishedRestore } from "../../backup/index.ts";
import {
  type DataFolder,
  type OpenDataFolderFailure,
  openDataFolder,
} from "../../platform/data-folder/index.ts";
import { StartFailure } from "./start-failure.ts";

/** For whoever works with what is in the folder: half of a backup is refused. */
export async function openFolderOrFail(path: string): Promise<DataFolder> {
  const folder = await takeFolderOrFail(path);
  if (!(await hasUnfinishedRestore(folder.path))) return folder;
  await folder.close();
  throw new StartFailure(
    `A restore into the data folder ${folder.path} did not finish. Run 'tributary restore <file>' again, or choose another folder with --data-dir.`,
  );
}

export async function takeFolderOrFail(path: string): Promise<DataFolder> {
  const folder = await openDataFolder(path);
  if (!folder.ok) throw new StartFailure(describe(folder.failure));
  return folder.value;
}

function describe(failure: OpenDataFolderFailure): string {
  switch (failure.code) {
    case "data_folder_in_use": {
      const { holder } = failure;
      const who = holder ? ` (process ${holder.pid}, ${holder.url})` : "";
      return `The data folder ${failure.path} is in use by another Tributary${who}. Stop that one, or give this one another folder with --data-dir.`;
    }
    case "data_folder_not_writable":
      return `The data folder ${failure.path} cannot be made or written to. Give this user the right to, or choose another with --data-dir.`;
    case "data_folder_not_a_folder":
      return `${failure.path} is not a folder. Choose another with --data-dir.`;
    case "data_folder_too_new":
      return `The data folder ${failure.path} was made by a newer version of Tributary. Start that version, or choose another folder with --data-dir.`;
  }
}
