import { sleep } from "../base/async/sleep.ts";
import { MilepostError } from "../base/errors.ts";
import type { Lease, Nodes } from "./nodes.ts";

const LOOK_EVERY_MS = 250;
/** Longer than the lease of a killed node lasts. */
const WAIT_MS = 10_000;

/** Runs `work` while this node holds a lease. Throws "busy" where others hold it for ten seconds. */
export async function holdLease<T>(
  nodes: Nodes,
  name: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const lease = await takeLease(nodes, name);
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}

/** Waits for a lease and takes it. Throws "busy" where others hold it for ten seconds. */
export async function takeLease(nodes: Pick<Nodes, "take">, name: string): Promise<Lease> {
  const giveUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const taken = await nodes.take(name);
    if ("term" in taken) return taken;
    if (performance.now() >= giveUpAt)
      throw new MilepostError("busy", { reason: `other nodes hold "${name}"` });
    await sleep(Math.min(taken.freeInMs + 1, LOOK_EVERY_MS));
  }
}
