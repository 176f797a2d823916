import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { ApiFailure, isSignedOut } from "../api/failure.ts";
import { routeTree } from "./routes.tsx";

const RETRIES_MAX = 2;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    queries: {
      // What the server refused it refuses again; only a server that is away is worth asking anew.
      retry: (failures, cause) => failures < RETRIES_MAX && isPassing(cause),
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // A server of one's own answers where there is no way to the internet; whether it does, only asking tells.
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  scrollRestoration: true,
  // What a page's address has and its page cannot read leaves it, instead of coming to the page as it is.
  search: { strict: true },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

const isPassing = (cause: unknown): boolean =>
  cause instanceof ApiFailure && (cause.status === 0 || cause.status === 503);

/** A session that ended meanwhile: sign in, and come back to this very place. */
function leaveWhenSignedOut(cause: unknown): void {
  const { pathname, href } = router.state.location;
  if (!isSignedOut(cause) || pathname.startsWith("/sign-in")) return;
  void router.navigate({ to: "/sign-in", search: { return: href } }).then(() => queryClient.clear());
}
