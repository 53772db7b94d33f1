import { MilepostError } from "../../../base/errors.ts";
import { takeLease } from "../../../storage/nodes/hold-lease.ts";
import type { Lease, Nodes } from "../../../storage/nodes/nodes.ts";

interface Sessions {
  readonly nodes: Pick<Nodes, "take">;
  readonly unsaved: { get(id: string): unknown };
  readonly unsavedLeases: Map<string, Lease>;
}

/**
 * Makes a renewal while no other process makes one of this session: who sends a refresh token twice may lose the whole
 * grant. `work` calls `mayAsk` right before it sends it. What could not be saved keeps others out until it is.
 */
export async function renewAlone<T>(
  sessions: Sessions,
  id: string,
  work: (mayAsk: () => void) => Promise<T>,
): Promise<T> {
  const { unsaved, unsavedLeases } = sessions;
  const own = unsavedLeases.get(id);
  const lease = own?.isHeld() === true ? own : await takeLease(sessions.nodes, `renewal ${id}`);
  try {
    return await work(() => {
      if (lease.isHeld()) return;
      throw new MilepostError("busy", { reason: "another process may renew these tokens by now" });
    });
  } finally {
    if (unsaved.get(id) === undefined) await lease.release();
    else unsavedLeases.set(id, lease);
  }
}
