import { ExpiringMap } from "../../base/async/expiring-map.ts";
import { Poller } from "../../base/async/poller.ts";
import { Semaphore } from "../../base/async/semaphore.ts";
import { SingleFlight } from "../../base/async/single-flight.ts";
import type { Clock } from "../../base/clock.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import type { SessionScope } from "../../platform/cookies.ts";
import type { TokenCredential } from "../../platform/credential.ts";
import type { OAuthClient } from "../../platform/oauth/oauth-client.ts";
import type { PrivateClient } from "../../platform/private/create-client.ts";
import type { BundleOpening } from "../bundle/open-bundle.ts";
import type { Notice } from "../session.ts";
import type { OpenSession } from "../store/save-session.ts";
import type { SessionStore } from "../store/session-store.ts";
import type { SnapshotStore } from "../store/snapshot-store.ts";
import type { GameChoice } from "../store/game-choice.ts";
import type { TemporarySecrets } from "../store/temporary-secrets.ts";
import type { Lease, Nodes } from "../../storage/nodes.ts";
import type { DiscoverableMembers } from "../store/discoverable-members.ts";
import { giveBack, revoke, keepUnsaved } from "./keep-renewals.ts";
import { PageReplies } from "./page-replies.ts";
import { SharedSessions } from "./shared-sessions.ts";
import { createWaitingSecrets } from "./waiting-secrets.ts";

/** What members may paste: sealed bundles, or cookies too. */
export type LinkAccepts = "sealed" | "sealed,cookies";

/** What storing, using and linking sessions needs. */
export interface SessionParts {
  readonly store: SessionStore;
  readonly snapshots: SnapshotStore;
  readonly games: GameChoice;
  readonly found: DiscoverableMembers;
  readonly client: PrivateClient;
  /** Only where the profile has OAuth. */
  readonly oauth?: OAuthClient | undefined;
  /** Where the bot's own pages are reached and sign-ins end; undefined: members paste the address they land on. */
  readonly publicUrl?: string | undefined;
  readonly place: SessionScope;
  readonly bundles: Bundles;
  /** Returns the member's seal page, as a file. */
  readonly sealPage: (memberId: string, recipient: string, locale: string) => Promise<Uint8Array>;
  /** Known once the bot is connected: Discord says whether others can add it. */
  readonly accepts: () => LinkAccepts;
  readonly idleDays: number;
  readonly clock: Clock;
  readonly log: Log;
  /** What waits for members' next presses. */
  readonly secrets: TemporarySecrets;
  readonly nodes: Nodes;
}

interface Bundles {
  /** Returns the recipient that bundles are sealed to, `age1...`; undefined where the keyring has no identity. */
  recipient(): Promise<string | undefined>;
  open(text: string, discordId: string): Promise<BundleOpening>;
}

/** Members' sessions, as commands use them. */
export type MemberSessions = ReturnType<typeof createMemberSessions>;

/** How long a renewal waits in memory for a working database. */
const UNSAVED_MS = DAY_MS;
/** How often what has expired is deleted. */
const SWEEP_EVERY_MS = MINUTE_MS;
const SAVE_EVERY_MS = 2_000;
const MOST_PAGE_WAITS = 8;
/** How long an account that was verified is not checked again, where the answer proves the session. */
const PROVEN_MS = HOUR_MS;
/** How often a dead session is tried again, as a platform in trouble may have refused it. */
export const PROBE_EVERY_MS = 5 * MINUTE_MS;
const MOST_REMEMBERED = 10_000;

export function createMemberSessions(parts: SessionParts) {
  const { clock, place, store, log, secrets } = parts;
  const returning = new Set<Promise<unknown>>();
  const waiting = createWaitingSecrets(secrets, place, (discordId, held) => {
    const returned = giveBack({ ...parts, waiting }, discordId, held)
      .catch((error: unknown) => log.error("Tokens could not be given back", {}, error))
      .finally(() => returning.delete(returned));
    returning.add(returned);
  });
  const unsavedLeases = new Map<string, Lease>();
  const unsaved = new ExpiringMap<OpenSession>({
    clock,
    forMs: UNSAVED_MS,
    onDropped: (_session, id) => {
      void unsavedLeases.get(id)?.release();
      unsavedLeases.delete(id);
    },
  });
  const sweeper = new Poller({
    clock,
    async poll() {
      await keepUnsaved(sessions);
      await waiting.sweep();
      return unsaved.size > 0 ? SAVE_EVERY_MS : SWEEP_EVERY_MS;
    },
    onFailure(error) {
      log.warn("What waited for members could not be forgotten; it is tried again in a minute", {}, error);
      return SWEEP_EVERY_MS;
    },
    isUnref: true,
  });
  const pageReplies = new PageReplies({ ...parts, unseen: waiting.unseen });
  const remembered = (forMs: number) => new ExpiringMap<true>({ clock, forMs, max: MOST_REMEMBERED });
  const sessions = {
    ...parts,
    wanted: place.wanted,
    waiting,
    /** Shows in Discord how a sign-in on the bot's own page ended, whichever process it ended in. */
    pageReplies,
    /** Limits the browsers that wait for another request's result, so that others are answered. */
    pageWaits: new Semaphore({ running: MOST_PAGE_WAITS, waiting: 0 }),
    /** Token renewals under way in this process, by session id. */
    renewals: new SingleFlight<TokenCredential>(),
    /** Renewals that the database did not accept, by session id. In memory only. */
    unsaved,
    /** Leases that keep other processes from renewing those meanwhile. */
    unsavedLeases,
    keepUnsavedSoon: () => sweeper.wake(),
    /** What concurrent runs of one session share. */
    shared: new SharedSessions(clock),
    /** Tells the operator where all of them end. */
    endings: new EndingWatch(parts),
    /** Ids of dead sessions that were probed recently. */
    probed: remembered(PROBE_EVERY_MS),
    /** Ids of sessions whose account was verified recently. */
    proven: remembered(PROVEN_MS),
    /** Returns the notices for a member, once. */
    async takeNotices(discordId: string): Promise<readonly Notice[]> {
      await store.noteEndings(discordId);
      const waiting = await store.noticesOf(discordId);
      for (const { id } of waiting) await store.settleNotice(id);
      return waiting.map(({ notice }) => notice);
    },
    /** Deletes what has been kept for as long as promised. */
    async sweep(): Promise<void> {
      await waiting.sweep();
      await secrets.overwrite();
      await keepUnsaved(this);
      await store.noteEndings();
      const gone: OpenSession[] = [];
      const count = await store.sweep((session) => gone.push(session));
      for (const { jar, summary } of gone) {
        if (!summary.isFinal) await revoke(parts.oauth, jar);
      }
      if (count > 0) log.info("Deleted sessions that were dead or idle", { count });
    },
    /** Starts deleting what has expired, until `close`. */
    start: () => sweeper.start(),
    /** Waits for renewals under way, which hold the only valid tokens, and for revocations. */
    async close(): Promise<void> {
      await sweeper.stop();
      pageReplies.close();
      await Promise.all([this.renewals.settled(), ...returning]);
      await keepUnsaved(this);
      await Promise.all([...unsavedLeases.values()].map((lease) => lease.release()));
    },
  };
  return sessions;
}

interface Parts {
  readonly clock: Clock;
  readonly log: Log;
  readonly nodes: Pick<Nodes, "take">;
}

/** So many members' sessions may end by chance, one after the other. */
const MEMBERS = 5;
/** A lease of the process that told it, so that others don't. */
const TOLD = "told that all sessions ended";

/**
 * Tells the operator once where every session that is used ends: a platform that ended them all says so to nobody, and
 * each member learns it alone. Once one works again, that is said, and the next time is told anew.
 */
class EndingWatch {
  readonly #parts: Parts;
  /** When each member's session ended, since one was last seen to work. */
  readonly #ended = new Map<string, number>();
  #isTold = false;
  #told: Lease | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async ended(discordId: string): Promise<void> {
    if (this.#isTold) return;
    const { clock, log, nodes } = this.#parts;
    const now = clock.now();
    for (const [member, at] of this.#ended) if (at <= now - HOUR_MS) this.#ended.delete(member);
    this.#ended.set(discordId, now);
    if (this.#ended.size < MEMBERS) return;
    this.#isTold = true;
    // Rather told twice than never.
    const lease = await nodes.take(TOLD).catch(() => undefined);
    if (lease !== undefined && !("term" in lease)) return;
    this.#told = lease;
    log.error(
      "Every session used within the last hour has ended: the platform may have ended them all. " +
        "Each member is told at the next use, and has to link again",
      { count: this.#ended.size },
    );
  }

  async worked(): Promise<void> {
    this.#ended.clear();
    if (!this.#isTold) return;
    this.#isTold = false;
    this.#parts.log.info("Members' sessions work again");
    await this.#told?.release();
  }
}
