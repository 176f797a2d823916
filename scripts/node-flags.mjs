/**
 * How the server's Node is started. Parsed batches are garbage within milliseconds: a larger young generation lets most of it die
 * uncopied, and one helper thread does what four did while they waited for each other. On two cores that took a quarter off the
 * processor time of an imported event.
 */
export const NODE_FLAGS = ["--max-semi-space-size=64", "--semi-space-growth-factor=4", "--v8-pool-size=1"];

/** Unpacking, syncs, compression and the store's questions share these threads; a long question must not hold up a sync. */
export const NODE_ENVIRONMENT = { UV_THREADPOOL_SIZE: "8" };
