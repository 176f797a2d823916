import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { client, take } from "../api/client.ts";
import { ApiFailure } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { toast } from "../ui/toast.ts";
import { meQuery } from "./me.ts";

const WARN_MS = 120_000;
/** How often it is looked at once the end is near: somebody may have stayed in another tab. */
const NEAR_MS = 10_000;
/** Timers of browsers count no further than 24 days. */
const FAR_MS = 24 * 3600 * 1000;

const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => {
    const session = await take(client.GET("/api/auth/get-session", { signal }));
    if (session === null) throw new ApiFailure("Your session has ended.", { type: "ended", status: 401 });
    return { endsMs: Date.parse(session.expires) };
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) =>
    state.data === undefined
      ? false
      : Math.min(FAR_MS, Math.max(NEAR_MS, state.data.endsMs - Date.now() - WARN_MS)),
});

/** Before a session ends, which nobody used for long: what is typed would be lost. Whatever is asked of the server draws it out. */
export function SessionEnd() {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt: lookedMs } = useQuery(sessionQuery);
  const stay = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...meQuery, staleTime: 0 }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onError: (cause) => toast(cause.message, { tone: "bad" }),
  });
  if (data === undefined || data.endsMs - lookedMs > WARN_MS) return null;
  const at = new Date(data.endsMs).toLocaleTimeString("en-GB", { timeStyle: "short" });
  return (
    <div
      role="alert"
      data-testid="shell.session-end"
      className="fixed inset-x-0 top-0 z-70 flex flex-wrap items-center justify-center gap-2 bg-warn-soft px-3 py-1 text-xs text-warn-text"
    >
      <Clock aria-hidden className="size-3.5" />
      You will be signed out at {at}; what is not saved would be lost.
      <Button size="sm" busy={stay.isPending} onClick={() => stay.mutate()} data-testid="shell.stay">
        Stay signed in
      </Button>
    </div>
  );
}
