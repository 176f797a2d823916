import { availableParallelism } from "node:os";

/** Past this, helper threads find a core of their own. */
const FEW_CORES = 4;

/**
 * How the server's Node is started. On few cores the threads that collect garbage take the cores from what makes it: one event
 * imported and loaded cost 28 µs of processor time with helpers, 22 µs without. And batches live outside of the heap, in
 * buffers: by default each 64 MB of them has the whole heap searched for garbage, twice a second under load. Counted in with
 * the heap, with room to double, they have it searched a third as often.
 */
export const NODE_FLAGS = [
  "--max-semi-space-size=32",
  ...(availableParallelism() <= FEW_CORES ? ["--single-threaded-gc"] : []),
  "--external-memory-accounted-in-global-limit",
  "--heap-growing-percent=100",
];

/** Unpacking, syncs, compression and the store's questions share these threads; a long question must not hold up a sync. */
export const NODE_ENVIRONMENT = { UV_THREADPOOL_SIZE: "8" };
