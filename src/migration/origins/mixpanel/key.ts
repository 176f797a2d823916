/** `username@12` names project 12; without a number the key says whose project it is. */
export function splitKey(key: string): { username: string; projectId: string | undefined } {
  const found = /^(.+)@(\d+)$/.exec(key);
  return found === null
    ? { username: key, projectId: undefined }
    : { username: found[1] ?? "", projectId: found[2] };
}
