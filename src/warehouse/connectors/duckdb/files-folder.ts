import { realpath } from "node:fs/promises";
import { isAbsolute, join, sep } from "node:path";
import { ConnectorError } from "../../connector.ts";

/** The folder below which files may be read, as it is really called. */
export async function findFilesFolder(folder: string | null): Promise<string> {
  if (folder === null) {
    throw new ConnectorError("permission_denied", "this server reads no files", {
      hint: "Have the operator set WAREHOUSE_FILES_DIR to the folder that holds them.",
    });
  }
  try {
    return await realpath(folder);
  } catch (cause) {
    throw new ConnectorError("permission_denied", "the folder of WAREHOUSE_FILES_DIR cannot be read", {
      hint: "Have the operator make it, and let the server read it.",
      cause,
    });
  }
}

/** The real path of something below a real folder; links that lead out of it are not followed. Undefined when nothing is there. */
export async function findBelow(folder: string, path: string): Promise<string | undefined> {
  const parts = path.split(/[/\\]/);
  if (isAbsolute(path) || parts.includes("..") || path.includes("\0")) throw outside(path);
  const found = await realpath(join(folder, path)).catch(() => undefined);
  if (found !== undefined && found !== folder && !found.startsWith(folder + sep)) throw outside(path);
  return found;
}

export const outside = (path: string): ConnectorError =>
  new ConnectorError("permission_denied", `${path} does not lie below the folder for files`, {
    hint: "Name a path that begins inside the folder of WAREHOUSE_FILES_DIR, without .. and without links out of it.",
  });
