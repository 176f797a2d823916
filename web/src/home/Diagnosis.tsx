import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatCount } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { type Diagnostics, refusedQuery } from "./queries.ts";

const ASK_MS = 3_000;
const SHOWN_MAX = 3;

/** Why nothing has arrived: what reached the server and was not taken, in its own words, or what to look at. */
export function Diagnosis({ projectId }: { projectId: number }) {
  const refused = useQuery({ ...refusedQuery(projectId), refetchInterval: ASK_MS });
  const latest = latestByCode(refused.data?.samples ?? []).slice(0, SHOWN_MAX);
  if (latest.length === 0) return <LikelyCauses />;
  return (
    <Notice
      tone="bad"
      role="status"
      title="Something came in and was not stored"
      data-testid="home.diagnosis"
    >
      <ul className="mt-1 space-y-2">
        {latest.map(({ code, message, endpoint, kind, record }) => (
          <li key={code}>
            <p className="wrap-anywhere">
              <b className="font-medium">{message}</b> ({kind} by /{endpoint},{" "}
              {formatCount(countOf(refused.data, code))}×)
            </p>
            <code className="block font-mono text-xs wrap-anywhere">{record}</code>
          </li>
        ))}
      </ul>
      <Link
        to="/p/$projectId/settings/$part"
        params={{ projectId, part: "diagnostics" }}
        className="mt-2 inline-block font-medium underline"
      >
        All of what was not stored
      </Link>
    </Notice>
  );
}

const LikelyCauses = () => (
  <details className="text-ink-soft">
    <summary className="cursor-pointer font-medium text-ink">Sent one, and nothing happens?</summary>
    <ul className="mt-2 list-disc space-y-1 pl-5">
      <li>
        The answer must be <code className="font-mono">{'{"status": 1}'}</code>. With{" "}
        <code className="font-mono">verbose=1</code> a refusal says why.
      </li>
      <li>
        <code className="font-mono">Invalid credentials</code> from <code className="font-mono">/import</code>
        : the service account's username or secret is wrong, or it does not belong to this project. Nothing of
        such a request is kept.
      </li>
      <li>
        A token of no project cannot be shown here: compare the one in your code with the one in the snippet.
      </li>
      <li>
        No answer at all: the host in the snippet is the one this page was opened at. From another machine or
        a container it may have another name.
      </li>
      <li>A page served by https cannot send to a server that speaks http only.</li>
    </ul>
  </details>
);

type Sample = Diagnostics["samples"][number];

const latestByCode = (samples: readonly Sample[]): Sample[] => {
  const seen = new Set<string>();
  return samples.filter(({ code }) => !seen.has(code) && seen.add(code));
};

const countOf = (diagnostics: Diagnostics | undefined, code: string): number =>
  (diagnostics?.counts ?? []).reduce((sum, line) => sum + (line.code === code ? line.count : 0), 0);
