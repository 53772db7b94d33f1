import type PromClient from "prom-client";
import type { Counter, Gauge, Histogram, Registry } from "prom-client";

import { type Labels, type Metrics, noMetrics } from "../base/metrics.ts";

export interface MetricsRegistry {
  readonly metrics: Metrics;
  /** Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Counts nothing and loads nothing. */
export const noMetricsRegistry: MetricsRegistry = {
  metrics: noMetrics,
  text: async () => "",
  contentType: "text/plain; charset=utf-8",
};

/** Loads prom-client, which a bot without a metrics endpoint never does. */
export async function createMetrics(): Promise<MetricsRegistry> {
  const { default: prom } = await import("prom-client");
  const registry = new prom.Registry();
  prom.collectDefaultMetrics({ register: registry, prefix: "milepost_" });
  const instruments = new Map(declaredMetrics.map((one) => [one.name, instrumentOf(one, prom, registry)]));
  /** Undeclared names are ignored: a metric never breaks what it measures. */
  const use = <T extends Instrument>(name: string, kind: new (...args: never[]) => T): T | undefined => {
    const instrument = instruments.get(name);
    return instrument instanceof kind ? instrument : undefined;
  };
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    metrics: {
      count: (name, labels, by = 1) => use(name, prom.Counter)?.inc(declaredLabels(name, labels), by),
      observe: (name, seconds, labels) =>
        use(name, prom.Histogram)?.observe(declaredLabels(name, labels), seconds),
      gauge: (name, value, labels) => use(name, prom.Gauge)?.set(declaredLabels(name, labels), value),
    },
  };
}

type Instrument = Counter | Gauge | Histogram;

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function instrumentOf(
  { name, kind, help, labels }: Declaration,
  prom: typeof PromClient,
  registry: Registry,
): Instrument {
  const options = { name: `milepost_${name}`, help, labelNames: [...labels], registers: [registry] };
  if (kind === "count") return new prom.Counter(options);
  if (kind === "gauge") return new prom.Gauge(options);
  return new prom.Histogram({ ...options, buckets: BUCKETS });
}

function declaredLabels(name: string, labels: Labels = {}): Record<string, string> {
  const declared = declaredMetrics.find((metric) => metric.name === name)?.labels ?? [];
  return Object.fromEntries(declared.map((label) => [label, labels[label] ?? ""]));
}

export interface Declaration {
  /** Without the prefix `milepost_`. */
  readonly name: string;
  readonly kind: "count" | "duration" | "gauge";
  readonly help: string;
  /** Labels have few values, all ours: never an id or text. */
  readonly labels: readonly string[];
}

export const declaredMetrics: readonly Declaration[] = [
  {
    name: "interactions_total",
    kind: "count",
    help: "Interactions, by how they ended.",
    labels: ["kind", "name", "outcome"],
  },
  {
    name: "interaction_requests_total",
    kind: "count",
    help: "Requests at the interactions endpoint.",
    labels: ["outcome"],
  },
  { name: "interaction_seconds", kind: "duration", help: "Until answered.", labels: ["kind", "name"] },
  { name: "ready", kind: "gauge", help: "1 while members are served, as /readyz says.", labels: [] },
  { name: "database_up", kind: "gauge", help: "1 while the database takes writes.", labels: [] },
  { name: "posts_late", kind: "gauge", help: "Posts that should have left 10 minutes ago.", labels: [] },
  { name: "nodes", kind: "gauge", help: "Processes that run on this one's database.", labels: [] },
  { name: "poster", kind: "gauge", help: "1 on the process that posts.", labels: [] },
  { name: "posts_held", kind: "gauge", help: "Posts that wait for a permission or a channel.", labels: [] },
  {
    name: "backup_timestamp_seconds",
    kind: "gauge",
    help: "When milepost backup last succeeded; 0: never.",
    labels: [],
  },
  { name: "discord_paused", kind: "gauge", help: "1 while Discord refuses too much to go on.", labels: [] },
  {
    name: "platform_requests_total",
    kind: "count",
    help: "Platform requests.",
    labels: ["operation", "outcome"],
  },
  { name: "platform_request_seconds", kind: "duration", help: "Platform requests.", labels: ["operation"] },
  {
    name: "platform_unread_total",
    kind: "count",
    help: "Entries of answers that could not be read and were left out.",
    labels: ["operation"],
  },
  { name: "remote_pictures_total", kind: "count", help: "Pictures for cards.", labels: ["outcome"] },
  { name: "definitions_lookups_total", kind: "count", help: "Hashes looked up.", labels: ["source"] },
  {
    name: "definitions_files_total",
    kind: "count",
    help: "Files of definitions read.",
    labels: ["table", "outcome"],
  },
];
