import type { Clock } from "../../platform/clock.ts";
import type { Origin } from "../origin.ts";
import { amplitudeOrigin } from "./amplitude/origin.ts";
import { mixpanelOrigin } from "./mixpanel/origin.ts";

export type Origins = {
  find(tool: string): Origin | undefined;
  tools(): readonly { tool: string; label: string }[];
};

export type OriginSettings = {
  /** Other addresses than the tools' own, for proxies and for other servers of this kind. */
  amplitudeUrl: string | undefined;
  mixpanelUrl: string | undefined;
  clock: Clock;
};

export function createOrigins({ amplitudeUrl, mixpanelUrl, clock }: OriginSettings): Origins {
  const all = [amplitudeOrigin({ url: amplitudeUrl, clock }), mixpanelOrigin({ url: mixpanelUrl, clock })];
  return {
    find: (tool) => all.find((origin) => origin.tool === tool.toLowerCase()),
    tools: () => all.map(({ tool, label }) => ({ tool, label })),
  };
}
