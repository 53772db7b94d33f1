export interface Declaration {
  /** Without the prefix `milepost_`. */
  readonly name: string;
  readonly kind: "count" | "duration" | "gauge";
  readonly help: string;
  /** Labels have few values, all of them ours: never an id, never text. */
  readonly labels: readonly string[];
}

/** Every metric Milepost has. */
export const declaredMetrics: readonly Declaration[] = [
  {
    name: "discord_interactions_total",
    kind: "count",
    help: "Interactions run.",
    labels: ["name", "outcome"],
  },
  { name: "discord_refusals_total", kind: "count", help: "Interactions refused.", labels: ["kind", "code"] },
  { name: "discord_unacknowledged_total", kind: "count", help: "Not acknowledged in time.", labels: [] },
  { name: "discord_acknowledge_seconds", kind: "duration", help: "Until acknowledged.", labels: [] },
  { name: "discord_run_seconds", kind: "duration", help: "Until answered.", labels: ["name"] },
  {
    name: "platform_requests_total",
    kind: "count",
    help: "Platform requests.",
    labels: ["operation", "outcome"],
  },
  { name: "platform_request_seconds", kind: "duration", help: "Platform requests.", labels: ["operation"] },
  { name: "definitions_lookups_total", kind: "count", help: "Hashes looked up.", labels: ["source"] },
  {
    name: "definitions_files_total",
    kind: "count",
    help: "Files of definitions read.",
    labels: ["table", "outcome"],
  },
];
