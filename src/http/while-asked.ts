import type { Socket } from "node:net";

/** The part of a connection that tells when it is over. */
export type Connection = Pick<Socket, "destroyed" | "once" | "off">;

/**
 * Does something for as long as somebody waits for it: the signal says when they have left. The server's own signal of a request says so
 * as soon as a body has been read.
 */
export async function whileAsked<Value>(
  connection: Connection,
  work: (left: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  connection.once("close", leave);
  if (connection.destroyed) leave();
  try {
    return await work(leaving.signal);
  } finally {
    connection.off("close", leave);
  }
}
