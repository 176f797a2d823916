import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = {
  registry: Registry;
  requestFinished(method: string, route: string, status: number, seconds: number): void;
  jobFinished(name: string, outcome: string, seconds: number): void;
  /** A value that is read whenever somebody asks. */
  gauge(name: string, help: string, read: () => number): void;
};

/** From a cached answer to a long upload; a request of ours sits near the low end. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function createMetrics(build: { version: string; node: string }): Metrics {
  const registry = new Registry();
  // Memory, processor time, event-loop delay, open handles.
  collectDefaultMetrics({ register: registry, prefix: "tributary_" });
  const requests = new Histogram({
    name: "tributary_http_request_duration_seconds",
    help: "Time from a request's first byte to its answer's last",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers: [registry],
  });
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
  const requestCount = new Counter({
    name: "tributary_http_requests_total",
    help: "Requests answered",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  return {
    registry,
    requestFinished(method, route, status, seconds) {
      requests.observe({ method, route, status }, seconds);
      requestCount.inc({ method, route, status });
    },
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
  };
}
