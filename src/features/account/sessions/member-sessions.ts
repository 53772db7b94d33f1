import type { Clock } from "../../../base/clock.ts";
import { DAY_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import type { WantedCookies } from "../../../platform/cookie-rules.ts";
import type { SessionScope } from "../../../platform/cookies.ts";
import type { PrivateClient, SignedInAccount } from "../../../platform/private/client.ts";
import type { Credential } from "../../../platform/credential.ts";
import type { BundleOpening } from "../../../sessions/bundle/open-bundle.ts";
import type { GameChoice } from "../../../sessions/store/game-choice.ts";
import type {
  LinkedAccount,
  Notice,
  OpenSession,
  SessionStore,
  SessionSummary,
  SnapshotStore,
} from "../../../sessions/session.ts";
import type { DiscoverableMembers } from "../discoverable-members.ts";
import { ExpiringMap } from "../../../base/async/expiring-map.ts";
import { SingleFlight } from "../../../base/async/single-flight.ts";
import type { OAuthClient } from "../../../platform/oauth/oauth-client.ts";
import type { PendingSignIn } from "../../../platform/oauth/landing.ts";
import type { AddressFailure } from "../link/address-failure.ts";
import { giveBack } from "./give-back.ts";
import { keepUnsaved } from "./unsaved-renewals.ts";

/** What a member may paste: bundles alone, or cookies too. */
export type LinkAccepts = "sealed" | "sealed,cookies";

/** What the sessions of members are kept, used and linked with. */
export interface SessionParts {
  readonly store: SessionStore;
  readonly snapshots: SnapshotStore;
  readonly games: GameChoice;
  readonly found: DiscoverableMembers;
  readonly client: PrivateClient;
  /** Where the profile has OAuth. */
  readonly oauth?: OAuthClient | undefined;
  /** Where the bot's own pages are reached, at which sign-ins end; undefined: members paste the address they land on. */
  readonly publicUrl?: string | undefined;
  readonly place: SessionScope;
  readonly bundles: Bundles;
  /** A page that seals cookies for this member, as a file. */
  readonly sealPage: (memberId: string, recipient: string, locale: string) => Promise<Uint8Array>;
  /** Known for good once the bot is connected: Discord says whether others can add it. */
  readonly accepts: () => LinkAccepts;
  readonly idleDays: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Unguessable. */
  readonly newId: () => string;
}

interface Bundles {
  /** What bundles are sealed to, `age1...`; undefined where the keyring has no identity. */
  recipient(): Promise<string | undefined>;
  open(text: string, discordId: string): Promise<BundleOpening>;
}

/** Cookies or tokens that were checked and wait for the member to say whose they are. In memory only. */
export interface PendingLink {
  readonly id: string;
  readonly jar: Credential;
  readonly account: LinkedAccount;
  /** Where the account is known from. */
  readonly source: Source;
  /** Once it was confirmed: whoever confirms it again meanwhile gets the same. */
  kept?: Promise<SessionSummary> | undefined;
}
export type Source = (SignedInAccount & { readonly isKnown: true })["source"] | "unknown";

/** A session that is used and not kept. In memory only. */
interface OnceSession {
  readonly jar: Credential;
  readonly account: LinkedAccount;
}

/** What came of a sign-in on the bot's own page. */
export type PageEnding =
  | {
      readonly kind: "linked";
      readonly name: string | undefined;
      readonly allowed: SessionSummary["consent"];
    }
  | { readonly kind: "failed"; readonly why: AddressFailure };

/** A sign-in that begins and ends on the bot's own page. In memory only. */
export interface PageSignIn {
  readonly memberId: string;
  /** As others see them on Discord. */
  readonly memberName: string;
  readonly locale: string;
  /** Shows in Discord what came of it; gives whether it is shown. */
  readonly show: (ending: PageEnding) => Promise<boolean>;
  /** Once its code was taken: whoever brings it again gets the same. */
  ended?: Promise<PageEnding>;
}

/** Members' sessions, as commands use them. */
export interface MemberSessions extends Omit<SessionParts, "place"> {
  readonly place: SessionScope;
  readonly wanted: WantedCookies;
  readonly pending: ExpiringMap<PendingLink>;
  readonly once: ExpiringMap<OnceSession>;
  /** Sign-ins that were begun and wait for the address the member lands on. In memory only. */
  readonly signIns: ExpiringMap<PendingSignIn>;
  /** Those of them that end on the bot's own page, by an unguessable ticket. */
  readonly pages: ExpiringMap<PageSignIn>;
  /** What came of a sign-in and could not be shown in Discord, by member: the next press shows it. */
  readonly unseen: ExpiringMap<PageEnding>;
  /** Renewals of tokens under way, by the session's id. */
  readonly renewals: SingleFlight<Credential>;
  /** What was renewed and the database did not take, by the session's id. In memory only. */
  readonly unsaved: ExpiringMap<OpenSession>;
  /** When a dead session was last probed, by its id. */
  readonly probedAt: Map<string, number>;
  /** When a session's account was last compared, by the session's id. */
  readonly provenAt: Map<string, number>;
  /** What a member has to be told now; it is told once. */
  takeNotices(discordId: string): Promise<readonly Notice[]>;
  /** Forgets what was kept for as long as promised. */
  sweep(): Promise<void>;
  /** Waits for renewals under way, whose answers hold the only tokens there are, and gives back what is not kept. */
  close(): Promise<void>;
}

/** How long a sign-in waits for its address, and a checked paste to be confirmed. */
const PENDING_MS = 10 * MINUTE_MS;
/** How long a session that is not kept answers: the reply and its buttons. */
const ONCE_MS = 15 * MINUTE_MS;
/** How long what was renewed waits for a database that takes it. */
const UNSAVED_MS = DAY_MS;

export function createMemberSessions(parts: SessionParts): MemberSessions {
  const { clock, place, store, log } = parts;
  const returning = new Set<Promise<unknown>>();
  const heldOf = (discordId: string) => [pending.get(discordId), once.get(discordId)];
  const onDropped = (held: OnceSession, discordId: string) => {
    if (held.jar.tokens === undefined) return;
    const returned = giveBack({ ...parts, heldOf }, discordId, held)
      .catch((error: unknown) => log.error("Tokens could not be given back", {}, error))
      .finally(() => returning.delete(returned));
    returning.add(returned);
  };
  const pending = new ExpiringMap<PendingLink>({ clock, forMs: PENDING_MS, onDropped });
  const once = new ExpiringMap<OnceSession>({ clock, forMs: ONCE_MS, onDropped });
  return {
    ...parts,
    wanted: place.wanted,
    pending,
    once,
    signIns: new ExpiringMap({ clock, forMs: PENDING_MS }),
    pages: new ExpiringMap({ clock, forMs: PENDING_MS }),
    unseen: new ExpiringMap({ clock, forMs: PENDING_MS }),
    renewals: new SingleFlight(),
    unsaved: new ExpiringMap({ clock, forMs: UNSAVED_MS }),
    probedAt: new Map(),
    provenAt: new Map(),
    async takeNotices(discordId) {
      await store.noteEndings(discordId);
      const waiting = await store.noticesOf(discordId);
      for (const { id } of waiting) await store.settleNotice(id);
      return waiting.map(({ notice }) => notice);
    },
    async sweep() {
      this.pending.sweep();
      this.once.sweep();
      this.signIns.sweep();
      this.pages.sweep();
      this.unseen.sweep();
      await keepUnsaved(this);
      await store.noteEndings();
      const gone: OpenSession[] = [];
      const count = await store.sweep((session) => gone.push(session));
      for (const { jar, summary } of gone) {
        if (jar.tokens !== undefined && !summary.isFinal) await parts.oauth?.revoke(jar.tokens);
      }
      if (count > 0) log.info("Deleted sessions that were dead or idle", { count });
    },
    async close() {
      this.pending.clear();
      this.once.clear();
      await Promise.all([this.renewals.settled(), ...returning]);
    },
  };
}
