import { unpackState } from "../../discord/interaction/state-text.ts";
import type { StoredSessions } from "../../sessions/store/stored-sessions.ts";
import type { Linking } from "../kit/own-data/own-accounts.ts";
import type { KitServices } from "../kit/command/services.ts";
import { type Forgotten, exportReply, forgetReply, forgottenReply } from "./view/account.ts";
import { deleteSessions } from "./link/unlink.ts";
import type { MemberSessions } from "../../sessions/use/member-sessions.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import type { AccountServices, CommandContext } from "./services.ts";

/** What stores data about members: a running bot's services, or the command line's. */
export interface MemberDataParts
  extends
    Pick<KitServices, "memberSettings">,
    Pick<
      AccountServices,
      "storedSessions" | "forgetTraces" | "controlStates" | "reminders" | "ownCalendars"
    > {
  readonly profile: Pick<KitServices["profile"], "name">;
  /** Absent where sessions can't be opened: they are listed and deleted unopened. */
  readonly linking?: Pick<Linking, "sessions"> | undefined;
  /** Only in a running bot. */
  readonly recentPlayers?: AccountServices["recentPlayers"] | undefined;
}

/** Returns everything stored about a member as JSON; secrets are masked. */
export async function exportMember(parts: MemberDataParts, memberId: string, now: number): Promise<string> {
  const { profile, recentPlayers, reminders, memberSettings, linking, storedSessions: remains } = parts;
  const states = await parts.controlStates.ofOwner(memberId);
  const sessions = linking?.sessions;
  const exported = {
    exportedAt: isoTime(now),
    discordId: memberId,
    platform: { name: profile.name, ...(sessions && { origin: originOf(sessions) }) },
    ...(sessions && (await exportOfSessions(sessions, memberId))),
    unused: await exportOfUnused(remains, sessions, memberId),
    reminders: await reminders.ofMember(memberId),
    signUps: (await reminders.signUpsOf(memberId)).map(({ reminderId, slot, joinedAt, comes }) => {
      return { announcement: reminderId, posted: isoTime(slot), signedUp: isoTime(joinedAt), comes };
    }),
    settings: await memberSettings.of(memberId),
    calendar: await parts.ownCalendars.exportOf(memberId),
    buttons: states.map(({ state, expires_at: until }) => ({
      remembers: unpackState(state) ?? state,
      until: isoTime(until),
    })),
    ...(recentPlayers && { recentPlayers: recentPlayers.of(memberId) }),
  };
  return JSON.stringify(exported, null, 2);
}

async function exportOfSessions({ store, found, secrets }: MemberSessions, memberId: string) {
  const notices = await store.noticesOf(memberId);
  const servers = await found.of(memberId);
  const waiting = await secrets.listOf(memberId);
  return {
    sessions: await store.exportOf(memberId),
    waiting: waiting.map(({ kind, until }) => ({ what: kind, until: isoTime(until) })),
    notices: notices.map(({ notice, at }) => ({ notice, at: isoTime(at) })),
    ranked: await found.rankedOf(memberId),
    foundIn: servers.map(({ guildId, sessionId, membershipId, name, since }) => ({
      server: guildId,
      session: sessionId,
      membershipId,
      name,
      since: isoTime(since),
    })),
  };
}

/** Returns the sessions this bot can't use now: of another platform, or all where private commands are off. */
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

/** Deletes everything stored about a member. Returns what was deleted. */
export async function forgetMember(parts: MemberDataParts, memberId: string): Promise<Forgotten> {
  const [deleted, isOverwritten] = await parts.forgetTraces(memberId, () => deleteData(parts, memberId));
  return { ...deleted, isOverwritten };
}

async function deleteData(parts: MemberDataParts, memberId: string) {
  const { recentPlayers, reminders, memberSettings, ownCalendars, linking, storedSessions: remains } = parts;
  const linked = linking === undefined ? [] : await forgetSessions(linking.sessions, memberId);
  const left = await remains.forget(memberId);
  const gone = (what: "uses" | "snapshots") => linked.reduce((sum, one) => sum + one[what], left[what]);
  const removed = await reminders.forgetMember(memberId);
  await memberSettings.forget(memberId);
  await ownCalendars.forget(memberId);
  recentPlayers?.forget(memberId);
  return {
    sessions: linked.length + left.count,
    uses: gone("uses"),
    snapshots: gone("snapshots"),
    reminders: removed,
  };
}

async function forgetSessions(sessions: MemberSessions, memberId: string) {
  // First, so that what is confirmed elsewhere meanwhile is already linked, or never will be.
  await sessions.waiting.dropAllOf(memberId);
  const deleted = await deleteSessions(sessions, await sessions.store.listStored(memberId));
  await sessions.found.end(memberId);
  await sessions.takeNotices(memberId);
  return deleted;
}

function originOf({ place }: MemberSessions): string {
  return new URL(place.hosts.portal).origin;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** Returns everything stored about the member as JSON; secrets are masked. */
export async function exportMine(context: CommandContext): Promise<Reply> {
  const json = await exportMember(context, context.member.id, context.now);
  return exportReply(json, await hasSessions(context), context.view);
}

export async function askToForget(context: CommandContext): Promise<Reply> {
  return forgetReply(await hasSessions(context), context.view);
}

export async function forgetMe(context: CommandContext): Promise<Reply> {
  const had = await hasSessions(context);
  return forgottenReply(await forgetMember(context, context.member.id), had, context.view);
}

/** Returns whether the member may hear of sessions: where linking is off, only where one is left. */
async function hasSessions({ linking, storedSessions, member }: CommandContext): Promise<boolean> {
  return linking !== undefined || (await storedSessions.of(member.id)).length > 0;
}
