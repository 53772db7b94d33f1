import { createHash, randomUUID } from "node:crypto";

import { MINUTE_MS } from "../../../base/duration.ts";
import { Secret } from "../../../base/secret.ts";
import type { SessionScope } from "../../../platform/cookies.ts";
import type { Credential } from "../../../platform/credential.ts";
import type { PendingSignIn } from "../../../platform/oauth/landing.ts";
import type { SignedInAccount } from "../../../platform/private/client.ts";
import { restoreCredential } from "../../../platform/restore-credential.ts";
import type { LinkedAccount, SessionSummary } from "../../../sessions/session.ts";
import type { TemporarySecret, TemporarySecrets } from "../../../sessions/store/temporary-secrets.ts";
import type { Queries } from "../../../storage/schema.ts";

/** Why the address a member landed on led to no link. */
export type AddressFailure = "unknown" | "stale" | "denied" | "broken" | "refused" | "client" | "down";

/** Cookies or tokens that were checked and wait for the member to say whose they are. */
export interface PendingLink {
  readonly jar: Credential;
  readonly account: LinkedAccount;
  /** Where the account is known from. */
  readonly source: (SignedInAccount & { readonly isKnown: true })["source"] | "unknown";
}

/** What became of one, for whoever confirms it again meanwhile. */
export interface KeptLink {
  readonly keptAs: string;
  readonly isSignedIn: boolean;
}

/** A session that is used and not kept. */
export type OnceSession = Pick<PendingLink, "jar" | "account">;

/** What came of a sign-in on the bot's own page. */
export type PageEnding =
  | {
      readonly kind: "linked";
      readonly name: string | undefined;
      readonly allowed: SessionSummary["consent"];
    }
  | { readonly kind: "failed"; readonly why: AddressFailure };

/** A sign-in that begins and ends on the bot's own page. */
export interface PageSignIn {
  readonly memberId: string;
  /** As others see them on Discord. */
  readonly memberName: string;
  readonly locale: string;
  /** Somebody brought its code, which is being exchanged, here or in another process. */
  readonly isTaken?: boolean;
  /** What came of it: whoever brings the code again gets the same. */
  readonly ended?: PageEnding | undefined;
}

/** An ending that its member has not seen yet, and the page it is of. */
export interface UnseenEnding {
  readonly ending: PageEnding;
  readonly page: string;
}

export interface Waiting<T> {
  readonly secret: TemporarySecret;
  readonly value: T;
}

/** That something of a member's is being checked: it holds nothing, and goes when they are forgotten. */
export type Check = Waiting<object>;

export type AllWaiting = ReturnType<typeof createWaitingSecrets>;

/** How long a sign-in waits for its address, and a checked paste to be confirmed. */
const PENDING_MS = 10 * MINUTE_MS;
/** How long a session that is not kept answers: the reply and its buttons. */
const ONCE_MS = 15 * MINUTE_MS;

interface Kind<T> {
  readonly kind: string;
  readonly forMs: number;
  readonly write: (value: T) => string;
  /** Of what `write` made: it was sealed since. */
  readonly read: (text: string) => T;
}

/** `onDropped` is told of sessions that go without having been taken. */
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
  /** Puts one in another's place, of the same member. */
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
    /** Sign-ins that were begun and wait for the address the member lands on. */
    signIns: of(kinds.signIn),
    /** Those of them that end on the bot's own page, by `pageName` of their ticket. */
    pages: of(kinds.page),
    /** What came of a sign-in and was not shown in Discord: the next press shows it. */
    unseen: of(kinds.unseen),
    /** Takes a sign-in, and notes so on the page it ends on. False where either is gone. */
    takeOnPage: (signIn: Waiting<PendingSignIn>, { secret, value }: Waiting<PageSignIn>): Promise<boolean> =>
      secrets.takeAndChange(signIn.secret, secret, kinds.page.write({ ...value, isTaken: true })),
    /** Notes that a check begins, several may be under way; `endCheck` ends it, or `putChecked`. */
    beginCheck: (discordId: string): Promise<Check> =>
      checks.put(discordId, {}, `${discordId}/${randomUUID()}`),
    async endCheck(check: Check): Promise<void> {
      await checks.take(check);
    },
    /** Has what was checked wait to be confirmed. Undefined where its member was forgotten since the check began. */
    async putChecked(check: Check, link: PendingLink): Promise<Waiting<PendingLink> | undefined> {
      const secret = await exchange(check.secret, kinds.pending, link);
      return secret && { secret, value: link };
    },
    /** Holds for one use what waited to be confirmed. False where it waits no more. */
    async useOnce({ secret, value: { jar, account } }: Waiting<PendingLink>): Promise<boolean> {
      return (await exchange(secret, kinds.once, { jar, account })) !== undefined;
    },
    /** Forgets all of a member's. Returns whether a session used once was among it. */
    async dropAllOf(discordId: string): Promise<boolean> {
      const all = await secrets.takeAllOf(discordId);
      for (const secret of all) told(secret);
      return all.some(({ kind }) => kind === kinds.once.kind);
    },
    /** Forgets what has waited for too long. */
    async sweep(): Promise<void> {
      for (const secret of await secrets.takeExpired()) told(secret);
    },
  };
}

export type WaitingSecrets<T> = ReturnType<typeof waitingOf<T>>;

/** Secrets of one kind that wait for a member's next press, sealed in the database: any process may answer it. */
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
    /** Of one name, by default the member's id, there is one. */
    async put(discordId: string, value: T, name = discordId): Promise<Waiting<T>> {
      const { put, replaced } = await secrets.put({ kind, name, discordId, text: write(value), forMs });
      if (replaced !== undefined) onDropped(replaced);
      return { secret: put, value };
    },
    /** Returns whether it was there still: true for one caller alone, whichever process it is in. */
    take: ({ secret }: Waiting<T>): Promise<boolean> => secrets.take(secret),
    /** Forgets one. Returns whether there was one. */
    async drop(name: string): Promise<boolean> {
      const found = await secrets.takeNamed(kind, name);
      if (found !== undefined) onDropped(found);
      return found !== undefined;
    },
    /** Forgets this one, not what took its place. */
    async discard({ secret }: Waiting<T>): Promise<void> {
      if (await secrets.take(secret)) onDropped(secret);
    },
    /** False where it is gone or was changed meanwhile. */
    change: ({ secret }: Waiting<T>, value: T, transaction?: Queries): Promise<boolean> =>
      secrets.change(secret, write(value), transaction),
    /** It waits as long again. */
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

/** What a ticket's row is found by: whoever reads the database has no ticket. */
export function pageName(ticket: string): string {
  return createHash("sha256").update(`milepost/page ${ticket}`).digest("base64url");
}
