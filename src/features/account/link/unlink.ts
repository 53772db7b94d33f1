import type { Reply } from "../../../discord/reply/reply.ts";
import type { Credential } from "../../../platform/credential.ts";
import type { StoredSession } from "../../../sessions/session.ts";
import { type Deleted, nothingLinkedReply, unlinkReply, unlinkedReply } from "../view/unlink.ts";
import { withSessions } from "./link-steps.ts";
import { revoke, withUnsaved } from "../../../sessions/use/keep-renewals.ts";
import type { MemberSessions } from "../../../sessions/use/member-sessions.ts";
import type { CommandContext } from "../services.ts";

/** Asks which account to unlink; a session used once is forgotten at once. */
export function askWhatToUnlink(context: CommandContext): Promise<Reply> {
  return withSessions(context, async (sessions) => {
    const { member } = context;
    const linked = await sessions.store.listStored(member.id);
    if (linked.length > 0) return unlinkReply(linked, context.view);
    return nothingLinkedReply(await sessions.waiting.dropAllOf(member.id), context.view);
  });
}

export function unlinkNow(context: CommandContext, which: "all" | (string & {}) | undefined): Promise<Reply> {
  return withSessions(context, async (sessions) => {
    const { member } = context;
    const linked = await sessions.store.listStored(member.id);
    const chosen = linked.filter(({ id }) => which === "all" || id === which);
    if (chosen.length === 0)
      return nothingLinkedReply(await sessions.waiting.dropAllOf(member.id), context.view);
    return unlinkedReply(await deleteSessions(sessions, chosen), context.view);
  });
}

/** Deletes these sessions of one member and everything stored with them. */
export async function deleteSessions(
  sessions: MemberSessions,
  chosen: readonly StoredSession[],
): Promise<readonly Deleted[]> {
  const { store, proven, unsaved, oauth, waiting } = sessions;
  const [first] = chosen;
  if (first === undefined) return [];
  const { discordId } = first;
  const withCredentials: (readonly [StoredSession, Credential | undefined])[] = [];
  for (const session of chosen) withCredentials.push([session, await toGiveBack(sessions, session)]);
  const { isOverwritten } = await store.unlink({ discordId, ids: chosen.map(({ id }) => id) });
  await waiting.dropAllOf(discordId);
  const deleted: Deleted[] = [];
  for (const [session, credential] of withCredentials) {
    proven.drop(session.id);
    unsaved.drop(session.id);
    const isBack = credential && (await revoke(oauth, credential));
    const returned = isBack === undefined ? {} : { isBack, manageUrl: oauth?.manageUrl };
    const keyPage = credential?.kind === "key" ? sessions.place.key?.manageUrl : undefined;
    deleted.push({ ...session, isOverwritten, ...returned, keyPage });
  }
  return deleted;
}

/** Returns what is given back to the platform. */
async function toGiveBack(
  sessions: MemberSessions,
  { discordId, id }: StoredSession,
): Promise<Credential | undefined> {
  const { oauth, place, store } = sessions;
  const opened =
    oauth === undefined && place.key === undefined ? undefined : await store.reread({ discordId, id });
  if (opened === undefined || opened.summary.isFinal) return undefined;
  return withUnsaved(sessions, opened).kept.jar;
}
