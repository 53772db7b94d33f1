import { onlyNode } from "../../src/storage/only-node.ts";
import type { Lease, Nodes } from "../../src/storage/nodes.ts";

/** A lease of these nodes that nobody else holds; by default that of a process alone. */
export async function leaseOf(nodes: Nodes = onlyNode(), name = "poster"): Promise<Lease> {
  const taken = await nodes.take(name);
  if ("term" in taken) return taken;
  throw new Error("it is held elsewhere");
}
