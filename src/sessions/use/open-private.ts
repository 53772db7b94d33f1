import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { OpenSession } from "../store/save-session.ts";
import {
  noSnapshots,
  type OpenPrivateData,
  type Away,
  type AwayAsked,
  type AwaySessions,
  type KeptSnapshots,
  type PrivateData,
} from "./private-data.ts";
import { ENDED, over } from "./credential-in-use.ts";
import { type MemberSessions, PROBE_EVERY_MS } from "./member-sessions.ts";
import { SessionInUse, useOpened } from "./session-in-use.ts";
import type { SessionSummary, SessionOf } from "../session.ts";
import { toName } from "../../game/readable.ts";
import type { SessionHeaders } from "../../platform/http/request.ts";
import type { PrivateClient } from "../../platform/private/create-client.ts";
import type { SnapshotStore } from "../store/snapshot-store.ts";
import { HOUR_MS } from "../../base/duration.ts";

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

interface Parts {
  readonly session: Pick<SessionInUse, "account" | "ask">;
  readonly client: PrivateClient;
  /** `noSnapshots` for a session that is used once. */
  readonly snapshots: KeptSnapshots;
}

/** Returns the data of the session's first game account, the one the member picked. */
export function createPrivateData({ session, client, snapshots }: Parts): PrivateData {
  const { account } = session;
  const [game] = account.accounts;
  /** Where the account is unknown, the vault proved the session. */
  const vaultType = game?.membershipType ?? account.membershipTypes?.[0];
  const player = () => {
    if (game === undefined) throw new MilepostError("not-found", { reason: "no account of the game" });
    return { membershipType: game.membershipType, id: game.id };
  };
  return {
    account: { name: toName(game?.name) ?? toName(account.name), membershipId: account.membershipId },
    hasGameAccount: game !== undefined,
    hasVault: vaultType !== undefined,
    snapshots,
    owner: async ({ signal }) =>
      session.ask(signal, (headers) => client.accountCurrent({ session: headers, signal })),
    user: async ({ membershipId, signal }) =>
      session.ask(signal, (headers) => client.userById({ membershipId, session: headers, signal })),
    characters: async ({ signal }) =>
      session.ask(signal, (headers) => client.characters({ ...player(), session: headers, signal })),
    progression: async ({ signal }) =>
      session.ask(signal, (headers) => client.progression({ ...player(), session: headers, signal })),
    statsAccount: async ({ signal }) =>
      session.ask(signal, (headers) => client.statsAccount({ ...player(), session: headers, signal })),
    statsCharacter: async (query) =>
      session.ask(query.signal, (headers) =>
        client.statsCharacter({ ...player(), ...query, session: headers }),
      ),
    async vault({ signal }) {
      const membershipType = vaultType ?? player().membershipType;
      const ask = (headers: SessionHeaders) => client.vault({ membershipType, session: headers, signal });
      return session.ask(signal, ask, { isProof: true });
    },
  };
}

export function snapshotsOf(store: SnapshotStore, summary: SessionSummary): KeptSnapshots {
  return {
    areKept: summary.consent.snapshots,
    async since(at, isOurs = () => true) {
      const [newest] = await store.list(summary, { before: at + 1, limit: 1 });
      if (newest !== undefined && isOurs(newest.content)) return newest;
      const all = (await store.list(summary)).filter(({ content }) => isOurs(content));
      return all.find(({ takenAt }) => takenAt <= at) ?? all.at(-1);
    },
    async put(content) {
      await store.put(summary, content);
    },
  };
}

/** Per round; there is one every hour. */
const MOST_PROBED = 20;
/** Between two probes of one session. */
const ROUND_PROBE_EVERY_MS = 6 * HOUR_MS;
const ROUND_WITHIN_MS = 60_000;
/** The purpose shown under the member's last uses. */
const CHECK = "check";

/**
 * Probes sessions that ended, with their members' consent to background use, since a platform in trouble refuses valid
 * ones. A few per round, those that waited longest first; a platform that can't say ends the round.
 */
export async function probeDeadSessions(sessions: MemberSessions, ending: AbortSignal): Promise<void> {
  const { store, clock, log } = sessions;
  const signal = AbortSignal.any([ending, AbortSignal.timeout(ROUND_WITHIN_MS)]);
  const untouchedSince = clock.now() - ROUND_PROBE_EVERY_MS;
  for (const of of await store.deadSessions({ untouchedSince, limit: MOST_PROBED })) {
    if (signal.aborted) return;
    try {
      await probe(sessions, of, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isMilepostError(error)) throw error;
      if (error.code === "sign-in-needed" || error.code === "unopenable") continue;
      log.debug("dead sessions could not be asked about", { code: error.code });
      return;
    }
  }
}

async function probe(sessions: MemberSessions, of: Required<SessionOf>, signal: AbortSignal): Promise<void> {
  const opened = await sessions.store.open(of, { command: CHECK, isAway: true, isProbe: true });
  if (opened !== undefined) await useOpened(sessions, opened).probe(signal);
}
