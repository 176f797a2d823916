import { networkOf } from "../platform/network-of.ts";

/**
 * How much memory all bodies may hold at once, and those of one client network. Only received bytes count (decision 26): a header that
 * announces a large body reserves nothing.
 */
export type BodyBudget = { open(clientAddress: string): BodyAccount };

/** What one body holds, until it is closed: when the response is out or the client has gone. */
export type BodyAccount = {
  /** Says what is full, if the bytes do not fit; then nothing is counted. */
  add(bytes: number): "server" | "client" | undefined;
  close(): void;
};

export function createBodyBudget(bytesMax: number): BodyBudget {
  const clientBytesMax = bytesMax / 2;
  const byNetwork = new Map<string, number>();
  let total = 0;
  return {
    open(clientAddress) {
      const network = networkOf(clientAddress);
      let own = 0;
      let isClosed = false;
      return {
        add(bytes) {
          const ofClient = byNetwork.get(network) ?? 0;
          // One body always fits, whatever its size: the limit of its endpoint has let it pass.
          if (total > own && total + bytes > bytesMax) return "server";
          if (ofClient > own && ofClient + bytes > clientBytesMax) return "client";
          if (isClosed) return undefined;
          own += bytes;
          total += bytes;
          byNetwork.set(network, ofClient + bytes);
          return undefined;
        },
        close() {
          if (isClosed) return;
          isClosed = true;
          total -= own;
          const left = (byNetwork.get(network) ?? 0) - own;
          if (left > 0) byNetwork.set(network, left);
          else byNetwork.delete(network);
        },
      };
    },
  };
}
