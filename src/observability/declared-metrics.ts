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
    name: "interactions_total",
    kind: "count",
    help: "Interactions, by how they ended.",
    labels: ["kind", "name", "outcome"],
  },
  { name: "interaction_seconds", kind: "duration", help: "Until answered.", labels: ["kind", "name"] },
  { name: "discord_paused", kind: "gauge", help: "1 while Discord refuses too much to go on.", labels: [] },
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
