import { isMilepostError } from "../../base/errors.ts";
import type { OpenSession } from "../store/save-session.ts";
import { createPrivateData, snapshotsOf } from "./create-private-data.ts";
import {
  noSnapshots,
  type OpenPrivateData,
  type Away,
  type AwayAsked,
  type AwaySessions,
} from "./private-data.ts";
import { ENDED, over } from "./credential-in-use.ts";
import { type MemberSessions, PROBE_EVERY_MS } from "./member-sessions.ts";
import { SessionInUse, useOpened } from "./session-in-use.ts";
import type { SessionSummary } from "../session.ts";

/**
 * Returns a function that opens a member's private data: with the session used once, else the active one. Records the
 * use beforehand. Throws "sign-in-needed" when the session has ended.
 */
export function createOpenPrivate(sessions: MemberSessions): OpenPrivateData {
  const { client, snapshots } = sessions;
  return async ({ member, signal, reference }, command) => {
    const once = await sessions.waiting.once.get(member.id);
    if (once !== undefined) {
      const session = new SessionInUse(sessions, { ...once.value, once, reference });
      return createPrivateData({ session, client, snapshots: noSnapshots });
    }
    const opened = await openOrProbe(sessions, member.id, command);
    if (opened === undefined) return undefined;
    const { summary } = opened;
    const session = useOpened(sessions, opened, reference);
    if (summary.state === "suspect") await session.probe(signal);
    if (summary.state === "dead") await probeDead(session, signal);
    return createPrivateData({ session, client, snapshots: snapshotsOf(snapshots, summary) });
  };
}

/** Refuses a dead session, except for a probe now and then. */
async function openOrProbe(
  sessions: MemberSessions,
  discordId: string,
  command: string,
): Promise<OpenSession | undefined> {
  const { store, clock, probed } = sessions;
  const use = { command: `/${command}`, isAway: false };
  const opened = await store.open({ discordId }, use);
  if (opened !== undefined) return opened;
  const dead = (await store.list(discordId)).find(({ isActive }) => isActive);
  if (dead === undefined) return undefined;
  if (dead.isFinal) throw over(ENDED);
  const diedLately = Math.abs(clock.now() - dead.stateSince) < PROBE_EVERY_MS;
  if (diedLately || probed.get(dead.id) === true) throw over(ENDED);
  probed.put(dead.id, true);
  return store.open({ discordId, id: dead.id }, { ...use, isProbe: true });
}

/** Where the platform can't say, the session stays dead. */
async function probeDead(session: SessionInUse, signal: AbortSignal): Promise<void> {
  try {
    await session.probe(signal);
  } catch (error) {
    if (isMilepostError(error)) throw over(ENDED);
    throw error;
  }
}

export function createAwaySessions(sessions: MemberSessions): AwaySessions {
  const { client, snapshots } = sessions;
  return {
    async open(asked) {
      const used = await useAway(sessions, asked);
      if (used.state !== "open") return used;
      const { session, summary } = used;
      if (summary.state === "suspect") await session.probe(asked.signal);
      const kept = snapshotsOf(snapshots, summary);
      return { state: "open", data: createPrivateData({ session, client, snapshots: kept }) };
    },
    async probe(asked) {
      const used = await useAway(sessions, asked);
      if (used.state === "open") await used.session.probe(asked.signal);
    },
  };
}

type Used =
  | Exclude<Away, { state: "open" }>
  | { readonly state: "open"; readonly session: SessionInUse; readonly summary: SessionSummary };

/** Records the use beforehand. */
async function useAway(
  sessions: MemberSessions,
  { memberId, for: command, reference }: AwayAsked,
): Promise<Used> {
  const { store } = sessions;
  const active = (await store.list(memberId)).find(({ isActive }) => isActive);
  if (active === undefined) return { state: "none" };
  if (active.state === "dead") return { state: "ended", since: active.stateSince };
  if (!active.consent.away) return { state: "no-consent" };
  const opened = await store.open({ discordId: memberId, id: active.id }, { command, isAway: true });
  if (opened === undefined) return { state: "none" };
  return { state: "open", session: useOpened(sessions, opened, reference), summary: opened.summary };
}
