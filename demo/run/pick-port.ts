import { createServer } from "node:net";

const USUAL = 8080;

/** The usual port, or 0 (whichever is free) where another program has that one. */
export async function pickPort(asked: number | undefined, tell: (line: string) => void): Promise<number> {
  if (asked !== undefined) return asked;
  if (await isFree(USUAL)) return USUAL;
  tell(`Port ${USUAL} is taken by another program; the demo takes a free one.`);
  return 0;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
