import { MilepostError } from "../base/errors.ts";
import { createPrivateData, noSnapshots, snapshotsOf } from "./create-private-data.ts";
import type { OpenPrivateData } from "./private-data.ts";
import type { MemberSessions } from "./sessions.ts";
import { SessionInUse } from "./sessions-use.ts";

/**
 * Private data by the member's own session: the one used once, else the active one. The use is noted before it
 * happens. Throws "sign-in-needed" when the session is over.
 */
export function openPrivateWith(sessions: MemberSessions): OpenPrivateData {
  const { client, store } = sessions;
  return async ({ member, signal }, command) => {
    const once = sessions.once.get(member.id);
    if (once !== undefined) {
      return createPrivateData({
        session: new SessionInUse(sessions, once),
        client,
        snapshots: noSnapshots,
      });
    }
    const kept = await store.open({ discordId: member.id }, { command: `/${command}`, isAway: false });
    if (kept === undefined) return refuseDead(sessions, member.id);
    const { summary, jar } = kept;
    const session = new SessionInUse(sessions, { jar, account: summary.account, kept });
    if (summary.state === "suspect") await session.probe(signal);
    return createPrivateData({ session, client, snapshots: snapshotsOf(sessions.snapshots, summary) });
  };
}

async function refuseDead({ store }: MemberSessions, memberId: string): Promise<undefined> {
  const linked = await store.list(memberId);
  if (linked.some(({ isActive }) => isActive)) {
    throw new MilepostError("sign-in-needed", { reason: "the session has ended" });
  }
  return undefined;
}
