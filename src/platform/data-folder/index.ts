export { syncFolder, writeFileDurably } from "./durable-file.ts";
export {
  type DataFolder,
  type OpenDataFolderFailure,
  openDataFolder,
  type ServerHolder,
} from "./open-data-folder.ts";
export { readOrCreateSecretFile } from "./secret-file.ts";
export { readServerFile, removeServerFile, type ServerFile, writeServerFile } from "./server-file.ts";
