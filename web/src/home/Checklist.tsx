import { useQuery } from "@tanstack/react-query";
import { Link, linkOptions } from "@tanstack/react-router";
import { Circle, CircleCheck } from "lucide-react";
import { Card } from "../ui/Card.tsx";
import { hasReported } from "./first-report.ts";
import { accountsQuery, describedQuery } from "./queries.ts";

/** The way from an empty project to a first answer. Each step ticks itself. */
export function Checklist({ projectId, hasEvents }: { projectId: number; hasEvents: boolean }) {
  const accounts = useQuery(accountsQuery(projectId));
  const described = useQuery(describedQuery(projectId));
  const params = { projectId };
  const steps = [
    {
      label: "Create a service account",
      done: (accounts.data?.length ?? 0) > 0,
      link: linkOptions({
        to: "/p/$projectId/settings/$part",
        params: { projectId, part: "service-accounts" },
      }),
    },
    { label: "Send an event", done: hasEvents, link: linkOptions({ to: "/p/$projectId/home", params }) },
    { label: "See it arrive", done: hasEvents, link: linkOptions({ to: "/p/$projectId/events", params }) },
    {
      label: "Describe it",
      done: (described.data?.total ?? 0) > 0,
      link: linkOptions({ to: "/p/$projectId/dictionary", params }),
    },
    {
      label: "Ask a first question",
      done: hasReported(projectId),
      link: linkOptions({ to: "/p/$projectId/reports/new", params }),
    },
  ];
  return (
    <Card title="Get started" data-testid="home.checklist">
      <ol className="space-y-1">
        {steps.map(({ label, done, link }) => (
          <li key={label} className="flex min-h-7 items-center gap-2">
            {done ? (
              <CircleCheck aria-hidden className="size-4 shrink-0 text-ok-text" />
            ) : (
              <Circle aria-hidden className="size-4 shrink-0 text-ink-faint" />
            )}
            <Link {...link} className="hover:underline">
              {label}
            </Link>
            <span className={done ? "text-xs text-ok-text" : "sr-only"}>{done ? "done" : "to do"}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
