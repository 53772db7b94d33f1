import type { MetFaults } from "./faults.ts";
import { holderAt, type Taken } from "./lease-history.ts";
import type { Node } from "./node.ts";
import type { Stalls } from "../../support/stalls.ts";

/** Whoever is back sooner may hold it still. */
const HELD_MS = 6_000;
/** Nodes take a moment to find a database that was away. */
const AFTER_OUTAGE_MS = 5_000;

/**
 * How long it took in milliseconds until the lease had its next holder, from each time that its holder went away; but
 * where the database was away meanwhile, or no other node was there all the time. While the machine stood still nobody
 * could take over: that doesn't count.
 */
export function takeOvers(
  history: readonly Taken[],
  { gone, outages }: MetFaults,
  nodes: readonly Node[],
  stalls: Stalls,
): readonly number[] {
  return gone.flatMap(({ node, at, forMs }) => {
    if (forMs < HELD_MS || holderAt(history, at) !== node) return [];
    const next = history.find((taken) => taken.at > at);
    if (next === undefined) return [];
    const isThere = ({ name, wasUp, upSince = Infinity }: Node) =>
      name !== node &&
      [...wasUp, [upSince, Infinity] as const].some(([from, until]) => from < at && until > next.at);
    const isAway = outages.some(([from, until]) => from < next.at && until + AFTER_OUTAGE_MS > at);
    return !isAway && nodes.some(isThere) ? [next.at - at - stalls.between(at, next.at)] : [];
  });
}
