import { createHash, randomUUID } from "node:crypto";

import { MINUTE_MS } from "../../base/duration.ts";
import { Secret } from "../../base/secret.ts";
import type { SessionScope } from "../../platform/cookies.ts";
import type { Credential } from "../../platform/credential.ts";
import type { PendingSignIn } from "../../platform/oauth/landing.ts";
import type { SignedInAccount } from "../../platform/private/client.ts";
import { restoreCredential } from "../../platform/restore-credential.ts";
import type { LinkedAccount, SessionSummary } from "../session.ts";
import type { TemporarySecret, TemporarySecrets } from "../store/temporary-secrets.ts";
import type { Queries } from "../../storage/schema.ts";

/** Why a landing address led to no link. */
export type AddressFailure = "unknown" | "stale" | "denied" | "broken" | "refused" | "client" | "down";

/** A verified credential that waits for the member to confirm the account. */
export interface PendingLink {
  readonly jar: Credential;
  readonly account: LinkedAccount;
  /** Where the account's identity comes from. */
  readonly source: (SignedInAccount & { readonly isKnown: true })["source"] | "unknown";
}

/** The stored link, for anyone who confirms it again meanwhile. */
export interface KeptLink {
  readonly keptAs: string;
  readonly isSignedIn: boolean;
}

/** A session that is used once and not stored. */
export type OnceSession = Pick<PendingLink, "jar" | "account">;

/** The result of a sign-in on the bot's own page. */
export type PageEnding =
  | {
      readonly kind: "linked";
      readonly name: string | undefined;
      readonly allowed: SessionSummary["consent"];
    }
  | { readonly kind: "failed"; readonly why: AddressFailure };

/** A sign-in on the bot's own page. */
export interface PageSignIn {
  readonly memberId: string;
  /** As others see them on Discord. */
  readonly memberName: string;
  readonly locale: string;
  /** Whether its code is being exchanged, here or in another process. */
  readonly isTaken?: boolean;
  /** The result, for anyone who brings the code again. */
  readonly ended?: PageEnding | undefined;
}

/** A result the member has not seen yet, and its page. */
export interface UnseenEnding {
  readonly ending: PageEnding;
  readonly page: string;
}

export interface Waiting<T> {
  readonly secret: TemporarySecret;
  readonly value: T;
}

/** Marks a check under way: it holds nothing, and is deleted when the member is forgotten. */
export type Check = Waiting<object>;

export type AllWaiting = ReturnType<typeof createWaitingSecrets>;

/** How long a sign-in waits for its address, and a paste for confirmation. */
const PENDING_MS = 10 * MINUTE_MS;
/** How long a session used once works: the reply and its buttons. */
const ONCE_MS = 15 * MINUTE_MS;

interface Kind<T> {
  readonly kind: string;
  readonly forMs: number;
  readonly write: (value: T) => string;
  /** Parses what `write` made, after it was unsealed. */
  readonly read: (text: string) => T;
}

/** `onDropped`: called for sessions deleted without having been used. */
export function createWaitingSecrets(
  secrets: TemporarySecrets,
  scope: SessionScope,
  onDropped: (discordId: string, session: OnceSession) => void,
) {
  const kinds = kindsOf(scope);
  const told = ({ kind, discordId, text }: TemporarySecret) => {
    if (kind === kinds.once.kind) onDropped(discordId, kinds.once.read(text));
    if (kind !== kinds.pending.kind) return;
    const link = kinds.pending.read(text);
    if ("jar" in link) onDropped(discordId, link);
  };
  const of = <T>(kind: Kind<T>) => waitingOf(secrets, kind, told);
  const checks = of(kinds.check);
  /** Replaces one secret of a member by another. */
  const exchange = async <T>(secret: TemporarySecret, { kind, forMs, write }: Kind<T>, value: T) => {
    const { discordId } = secret;
    const next = { kind, name: discordId, discordId, text: write(value), forMs };
    const done = await secrets.exchange(secret, next);
    if (done?.replaced !== undefined) told(done.replaced);
    return done?.put;
  };
  return {
    pending: of(kinds.pending),
    once: of(kinds.once),
    /** Sign-ins that wait for the address the member lands on. */
    signIns: of(kinds.signIn),
    /** Those on the bot's own page, by the `pageName` of their ticket. */
    pages: of(kinds.page),
    /** Results that could not be shown in Discord: the next press shows them. */
    unseen: of(kinds.unseen),
    /** Takes a sign-in and marks its page. Returns false where either is gone. */
    takeOnPage: (signIn: Waiting<PendingSignIn>, { secret, value }: Waiting<PageSignIn>): Promise<boolean> =>
      secrets.takeAndChange(signIn.secret, secret, kinds.page.write({ ...value, isTaken: true })),
    /** Begins a check, of which there may be several; `endCheck` or `putChecked` ends it. */
    beginCheck: (discordId: string): Promise<Check> =>
      checks.put(discordId, {}, `${discordId}/${randomUUID()}`),
    async endCheck(check: Check): Promise<void> {
      await checks.take(check);
    },
    /** Lets what was checked wait for confirmation. Undefined where the member was forgotten since the check began. */
    async putChecked(check: Check, link: PendingLink): Promise<Waiting<PendingLink> | undefined> {
      const secret = await exchange(check.secret, kinds.pending, link);
      return secret && { secret, value: link };
    },
    /** Holds a waiting paste for one use. Returns false where it has expired. */
    async useOnce({ secret, value: { jar, account } }: Waiting<PendingLink>): Promise<boolean> {
      return (await exchange(secret, kinds.once, { jar, account })) !== undefined;
    },
    /** Deletes everything of a member. Returns whether a session used once was among it. */
    async dropAllOf(discordId: string): Promise<boolean> {
      const all = await secrets.takeAllOf(discordId);
      for (const secret of all) told(secret);
      return all.some(({ kind }) => kind === kinds.once.kind);
    },
    /** Deletes what has expired. */
    async sweep(): Promise<void> {
      for (const secret of await secrets.takeExpired()) told(secret);
    },
  };
}

export type WaitingSecrets<T> = ReturnType<typeof waitingOf<T>>;

/**
 * Secrets of one kind that wait for a member's next press, sealed in the database so that any process can answer it.
 */
function waitingOf<T>(
  secrets: TemporarySecrets,
  { kind, forMs, write, read }: Kind<T>,
  onDropped: (secret: TemporarySecret) => void,
) {
  const get = async (name: string): Promise<Waiting<T> | undefined> => {
    const secret = await secrets.get(kind, name);
    return secret && { secret, value: read(secret.text) };
  };
  return {
    get,
    /** Stores one per name, which is the member's id by default. */
    async put(discordId: string, value: T, name = discordId): Promise<Waiting<T>> {
      const { put, replaced } = await secrets.put({ kind, name, discordId, text: write(value), forMs });
      if (replaced !== undefined) onDropped(replaced);
      return { secret: put, value };
    },
    /** Returns whether it was still there: true for one caller only, across all processes. */
    take: ({ secret }: Waiting<T>): Promise<boolean> => secrets.take(secret),
    /** Deletes one. Returns whether there was one. */
    async drop(name: string): Promise<boolean> {
      const found = await secrets.takeNamed(kind, name);
      if (found !== undefined) onDropped(found);
      return found !== undefined;
    },
    /** Deletes this one, but not a later one of the same name. */
    async discard({ secret }: Waiting<T>): Promise<void> {
      if (await secrets.take(secret)) onDropped(secret);
    },
    /** Returns false where it is gone or was changed meanwhile. */
    change: ({ secret }: Waiting<T>, value: T, transaction?: Queries): Promise<boolean> =>
      secrets.change(secret, write(value), transaction),
    /** Restarts its time. */
    prolong: ({ secret }: Waiting<T>): Promise<void> => secrets.prolong(secret, forMs),
  };
}

function kindsOf(scope: SessionScope) {
  const restored = (text: string) => {
    const { jar, ...rest } = JSON.parse(text) as Omit<PendingLink, "jar"> & { readonly jar: string };
    return { ...rest, jar: restoreCredential(jar, scope) };
  };
  const once: Kind<OnceSession> = { kind: "once", forMs: ONCE_MS, write: textOf, read: restored };
  const kept = plain<KeptLink>("pending");
  const pending: Kind<PendingLink | KeptLink> = {
    ...kept,
    write: (link) => ("jar" in link ? textOf(link) : kept.write(link)),
    read: (text) => (hasKept(text) ? kept.read(text) : restored(text)),
  };
  return {
    once,
    pending,
    check: plain<object>("check"),
    signIn: SIGN_IN,
    page: plain<PageSignIn>("page"),
    unseen: plain<UnseenEnding>("unseen"),
  };
}

function plain<T>(kind: string): Kind<T> {
  return {
    kind,
    forMs: PENDING_MS,
    write: (value) => JSON.stringify(value),
    read: (text) => JSON.parse(text) as T,
  };
}

const SIGN_IN: Kind<PendingSignIn> = {
  ...plain("sign-in"),
  write: ({ verifier, ...rest }) => JSON.stringify({ ...rest, verifier: verifier.reveal() }),
  read: (text) => {
    const { verifier, ...rest } = JSON.parse(text) as Omit<PendingSignIn, "verifier"> & {
      readonly verifier: string;
    };
    return { ...rest, verifier: new Secret(verifier) };
  },
};

function textOf({ jar, ...rest }: OnceSession): string {
  return JSON.stringify({ ...rest, jar: jar.serialise() });
}

function hasKept(text: string): boolean {
  return "keptAs" in (JSON.parse(text) as object);
}

/** Returns the name of a ticket's row, from which the ticket can't be guessed. */
export function pageName(ticket: string): string {
  return createHash("sha256").update(`milepost/page ${ticket}`).digest("base64url");
}
