import { expect, test } from "vitest";

import { platformSharing } from "../../src/cluster/shares.ts";
import { MemoryCluster } from "../support/memory-nodes.ts";

const ORIGIN = "https://portal.example";

test("a pause another node tells of counts for the platform's own origins, and no longer than any it asks for", () => {
  const cluster = new MemoryCluster();
  const pauses: unknown[] = [];
  platformSharing(cluster.join(), new Set([ORIGIN])).onPause((...pause) => void pauses.push(pause));
  const told = [
    "",
    "{",
    "null",
    "{}",
    `["${ORIGIN}"]`,
    `["${ORIGIN}", "1"]`,
    `["${ORIGIN}", -1]`,
    `["${ORIGIN}", 1e9]`,
    `["https://other.example", 1000]`,
    `["${ORIGIN}", 3600000]`,
  ];
  for (const detail of told) cluster.tell("platform-pause", detail);
  expect(pauses).toEqual([[ORIGIN, 3_600_000]]);
});
