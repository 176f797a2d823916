import type { Registry } from "prom-client";

type Times = { labels: { method: string; route: string; status: number }; counts: Float64Array; sum: number };

export type RequestTimes = { observe(method: string, route: string, status: number, seconds: number): void };

/**
 * A histogram of request times. The library's own builds a text of all labels for each observation (1.3 µs of a request's 20); here
 * a route and its status are two look-ups in maps, and the text is made when somebody reads the numbers.
 */
export function createRequestTimes(registry: Registry, bounds: readonly number[]): RequestTimes {
  const name = "tributary_http_request_duration_seconds";
  const help = "Time from a request's first byte to its answer's last";
  const byRoute = new Map<string, Map<string, Map<number, Times>>>();

  function values() {
    return [...byRoute.values()]
      .flatMap((methods) => [...methods.values()])
      .flatMap((statuses) => [...statuses.values()])
      .flatMap(({ labels, counts, sum }) => {
        let below = 0;
        const buckets = [...bounds, "+Inf"].map((le, index) => {
          below += counts[index] ?? 0;
          return { labels: { ...labels, le }, value: below, metricName: `${name}_bucket` };
        });
        return [
          ...buckets,
          { labels, value: sum, metricName: `${name}_sum` },
          { labels, value: below, metricName: `${name}_count` },
        ];
      });
  }
  const metric = {
    name,
    help,
    type: "histogram",
    aggregator: "sum",
    get: async () => ({ name, help, type: "histogram", aggregator: "sum", values: values() }),
  };
  // The registry asks a metric for its name and, when read, for its values; that is all this one is.
  registry.registerMetric(metric as unknown as Parameters<Registry["registerMetric"]>[0]);

  return {
    observe(method, route, status, seconds) {
      const times = find(method, route, status);
      let index = 0;
      while (index < bounds.length && seconds > (bounds[index] ?? 0)) index += 1;
      times.counts[index] = (times.counts[index] ?? 0) + 1;
      times.sum += seconds;
    },
  };

  function find(method: string, route: string, status: number): Times {
    const methods = getOrMake(byRoute, route, () => new Map<string, Map<number, Times>>());
    const statuses = getOrMake(methods, method, () => new Map<number, Times>());
    return getOrMake(statuses, status, () => ({
      labels: { method, route, status },
      counts: new Float64Array(bounds.length + 1),
      sum: 0,
    }));
  }
}

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
