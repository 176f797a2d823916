import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { createRequestTimes } from "./request-times.ts";

export type Metrics = {
  registry: Registry;
  requestFinished(method: string, route: string, status: number, seconds: number): void;
  jobFinished(name: string, outcome: string, seconds: number): void;
  /** A value that is read whenever somebody asks. */
  gauge(name: string, help: string, read: () => number): void;
  /** The same, once for each value of a label. */
  gauges(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void;
  /** Something that happens, counted by one label. */
  counter(name: string, help: string, label: string): (value: string, count: number) => void;
};

/** From a cached answer to a long upload; a request of ours sits near the low end. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function createMetrics(build: { version: string; node: string }): Metrics {
  const registry = new Registry();
  // Memory, processor time, event-loop delay, open handles.
  collectDefaultMetrics({ register: registry, prefix: "tributary_" });
  const requests = createRequestTimes(registry, SECONDS);
  const jobs = new Histogram({
    name: "tributary_job_duration_seconds",
    help: "Time a background job ran",
    labelNames: ["job", "outcome"],
    buckets: [...SECONDS, 600, 3600],
    registers: [registry],
  });
  const info = new Gauge({
    name: "tributary_build_info",
    help: "Always 1; the labels tell what runs",
    labelNames: ["version", "node"],
    registers: [registry],
  });
  info.set(build, 1);
  return {
    registry,
    requestFinished: requests.observe,
    jobFinished: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    gauge(name, help, read) {
      new Gauge({
        name: `tributary_${name}`,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    gauges(name, help, label, read) {
      new Gauge({
        name: `tributary_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number);
        },
      });
    },
    counter(name, help, label) {
      const counter = new Counter({
        name: `tributary_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
      });
      return (value, count) => counter.inc({ [label]: value }, count);
    },
  };
}
