import { expect, test, it, vi } from "vitest";

import { platformSharing } from "../../src/cluster/shares.ts";
import { MemoryCluster } from "../support/memory-nodes.ts";
import { silentLog } from "../../src/base/log.ts";
import { LeaderElection } from "../../src/cluster/leader-election.ts";
import { onlyNode } from "../../src/storage/only-node.ts";

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

const failing = () => Promise.reject(new Error("no port"));

it("begins where the database is away as a node first stands, says so once, and leads once it is back", async () => {
  const nodes = onlyNode();
  const take = vi.fn((name: string) => nodes.take(name));
  for (let tries = 0; tries < 3; tries += 1)
    take.mockRejectedValueOnce(new Error("Connection terminated unexpectedly"));
  const warn = vi.fn();
  const log = { ...silentLog, warn };
  const lead = vi.fn(async () => async () => {});
  const election = new LeaderElection({ nodes: { ...nodes, take }, name: "poster", lead, log });
  await election.start();
  expect(lead).not.toHaveBeenCalled();
  const begins = () => (nodes.hint("poster"), lead.mock.calls.length);
  await expect.poll(begins).toBe(1);
  expect(warn).toHaveBeenCalledOnce();
  await election.stop(0);
});

it("does not begin where leading fails", async () => {
  const election = new LeaderElection({ nodes: onlyNode(), name: "poster", lead: failing, log: silentLog });
  await expect(election.start()).rejects.toThrow("no port");
});
