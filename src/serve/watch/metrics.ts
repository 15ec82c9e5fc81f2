/** What a server counts, as Prometheus reads it. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CommonsInfo } from "../../index.ts";

/** What is known of the version of a world that lies elsewhere. */
export interface VersionFacts {
  readonly name: string | undefined;
  readonly published: string | undefined;
  readonly checkedAt: number;
  readonly follow: number | undefined;
}

export class Metrics {
  readonly contentType: string;
  readonly #counters = new Registry();
  readonly #requests: Counter<"endpoint" | "method" | "status">;
  readonly #seconds: Histogram<"endpoint">;

  /**
   * @param loaded how many triples and observations there are now
   * @param traffic what was read from afar; undefined where nothing is
   */
  constructor(
    loaded: () => Pick<CommonsInfo, "tripleCount" | "observationCount">,
    traffic: () => object | undefined = () => undefined,
    version: () => object | undefined = () => undefined,
  ) {
    const registers = [this.#counters];
    this.contentType = this.#counters.contentType;
    collectDefaultMetrics({ register: this.#counters });
    this.#requests = new Counter({
      name: "pocket_commons_requests_total",
      help: "Requests that were answered, by endpoint, method and status.",
      labelNames: ["endpoint", "method", "status"],
      registers,
    });
    this.#seconds = new Histogram({
      name: "pocket_commons_request_seconds",
      help: "From a request's first byte to its answer's last, by endpoint.",
      labelNames: ["endpoint"],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    new Gauge({
      name: "pocket_commons_loaded",
      help: "What the world holds.",
      labelNames: ["kind"],
      registers,
      collect() {
        const { tripleCount, observationCount } = loaded();
        this.set({ kind: "triples" }, tripleCount);
        this.set({ kind: "observations" }, observationCount);
      },
    });
    if (traffic() === undefined) return;
    new Gauge({
      name: "pocket_commons_store",
      help: "What questions took of the store of a world that lies elsewhere, since it was opened.",
      labelNames: ["kind"],
      registers,
      collect() {
        for (const [kind, count] of Object.entries(traffic() ?? {})) this.set({ kind }, count);
      },
    });
    new Gauge({
      name: "pocket_commons_version_seconds",
      help: "Age of the version that answers, and how long ago its store was asked for another one.",
      labelNames: ["version", "since"],
      registers,
      collect() {
        this.reset();
        const { name = "", published, checkedAt } = (version() ?? {}) as Partial<VersionFacts>;
        const since = { published: Date.parse(published ?? ""), checked: checkedAt ?? Number.NaN };
        for (const [what, at] of Object.entries(since)) {
          if (!Number.isNaN(at)) this.set({ version: name, since: what }, (Date.now() - at) / 1000);
        }
      },
    });
  }

  count(endpoint: string, method: string, status: number, milliseconds: number): void {
    this.#requests.inc({ endpoint, method, status: String(status) });
    this.#seconds.observe({ endpoint }, milliseconds / 1000);
  }

  text(): Promise<string> {
    return this.#counters.metrics();
  }
}
