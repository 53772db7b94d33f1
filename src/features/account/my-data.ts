import type { Reply } from "../../discord/reply/reply.ts";
import type { StoredSessions } from "../../sessions/store/stored-sessions.ts";
import { type Forgotten, exportReply, forgottenReply } from "./view/account.ts";
import { deleteSessions, dropHeld } from "./link/unlink.ts";
import type { MemberSessions } from "./sessions/member-sessions.ts";
import type { CommandContext } from "../shared/command-context.ts";

/** Everything that is kept about the member, as JSON; secrets are masked. */
export async function exportMine(context: CommandContext): Promise<Reply> {
  const {
    member,
    profile,
    recentPlayers,
    reminders,
    memberSettings,
    linking,
    storedSessions: remains,
    now,
  } = context;
  const sessions = linking?.sessions;
  const exported = {
    exportedAt: isoTime(now),
    discordId: member.id,
    platform: { name: profile.name, ...(sessions && { origin: originOf(sessions) }) },
    ...(sessions && (await exportOfSessions(sessions, member.id))),
    unused: await exportOfUnused(remains, sessions, member.id),
    reminders: await reminders.ofMember(member.id),
    settings: await memberSettings.of(member.id),
    recentPlayers: recentPlayers.of(member.id),
  };
  return exportReply(JSON.stringify(exported, null, 2), context.view);
}

async function exportOfSessions({ store, found }: MemberSessions, memberId: string) {
  const notices = await store.noticesOf(memberId);
  const servers = await found.of(memberId);
  return {
    sessions: await store.exportOf(memberId),
    notices: notices.map(({ notice, at }) => ({ notice, at: isoTime(at) })),
    foundIn: servers.map(({ guildId, sessionId, membershipId, name, since }) => ({
      server: guildId,
      session: sessionId,
      membershipId,
      name,
      since: isoTime(since),
    })),
  };
}

/** Sessions this bot can't use now: of another platform, or all of them where private commands are off. */
async function exportOfUnused(
  remains: StoredSessions,
  sessions: MemberSessions | undefined,
  memberId: string,
) {
  const here = sessions && originOf(sessions);
  const unused = (await remains.of(memberId)).filter(({ origin }) => origin !== here);
  return unused.map(({ origin, linkedAt, lastUsedAt }) => ({
    origin,
    linkedAt: isoTime(linkedAt),
    lastUsedAt: isoTime(lastUsedAt),
  }));
}

/** Deletes everything that is kept about the member. */
export async function forgetMe(context: CommandContext): Promise<Reply> {
  const { member, recentPlayers, reminders, memberSettings, linking, storedSessions: remains } = context;
  const linked = linking === undefined ? NOTHING_LINKED : await forgetSessions(linking.sessions, member.id);
  const left = await remains.forget(member.id);
  const removed = await reminders.forgetMember(member.id);
  await memberSettings.forget(member.id);
  recentPlayers.forget(member.id);
  const isOverwritten = await context.forgetTraces(member.id);
  return forgottenReply({ ...withLeft(linked, left), reminders: removed, isOverwritten }, context.view);
}

type OfSessions = Omit<Forgotten, "reminders" | "isOverwritten">;

const NOTHING_LINKED: OfSessions = { sessions: 0, uses: 0, snapshots: 0 };

function withLeft(linked: OfSessions, left: Awaited<ReturnType<StoredSessions["forget"]>>) {
  return {
    sessions: linked.sessions + left.count,
    uses: linked.uses + left.uses,
    snapshots: linked.snapshots + left.snapshots,
  };
}

async function forgetSessions(sessions: MemberSessions, memberId: string): Promise<OfSessions> {
  const deleted = await deleteSessions(sessions, await sessions.store.listStored(memberId));
  await sessions.found.end(memberId);
  await sessions.takeNotices(memberId);
  dropHeld(sessions, memberId);
  return {
    sessions: deleted.length,
    uses: deleted.reduce((total, { uses }) => total + uses, 0),
    snapshots: deleted.reduce((total, { snapshots }) => total + snapshots, 0),
  };
}

function originOf({ place }: MemberSessions): string {
  return new URL(place.hosts.portal).origin;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
