import type { ReactNode } from "react";

/** Names and what they are, one beside the other where there is room. Facts without anything to say are left out. */
export const FactList = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="grid grid-cols-1 gap-x-4 sm:gap-y-1.5 sm:grid-cols-[max-content_minmax(0,1fr)]">
    {facts
      .filter(([, value]) => value !== "" && value !== null && value !== undefined)
      .map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="mb-1.5 wrap-anywhere sm:mb-0">{value}</dd>
        </div>
      ))}
  </dl>
);
