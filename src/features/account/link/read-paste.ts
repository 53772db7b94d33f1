import type { MilepostError } from "../../../base/errors.ts";
import type { Secret } from "../../../base/secret.ts";
import { toName } from "../../../game/readable.ts";
import { createCookieCredential } from "../../../platform/cookies.ts";
import { type Credential, isGivenForBot } from "../../../platform/credential.ts";
import type { LinkFailure } from "../view/link-outcome.ts";
import type { SignedInAccount } from "../../../platform/private/client.ts";
import { readPaste } from "../../../sessions/paste/read-paste.ts";
import type { LinkedAccount, SessionSummary, SettleLink } from "../../../sessions/session.ts";
import type { MemberSessions } from "../../../sessions/use/member-sessions.ts";
import type { Check, KeptLink, PendingLink, Waiting } from "../../../sessions/use/waiting-secrets.ts";

/** Discord's limit for a text input: a text this long was probably cut. */
export const FIELD_LENGTH = 4_000;

/** The result of a paste. Only `confirm` is stored, for minutes. */
export type LinkOutcome =
  | {
      readonly kind: "confirm";
      readonly pending: Waiting<PendingLink>;
      /** The host the cookies were copied for, if it isn't the platform's. */
      readonly otherHost?: string | undefined;
    }
  | Exclude<LinkFailure, { readonly kind: "down" }>
  | {
      readonly kind: "down";
      readonly why: "maintenance" | "unavailable" | "loop" | "strayed";
      readonly error: MilepostError;
    };

export interface PastedLink {
  readonly memberId: string;
  readonly pasted: string;
  readonly isFile?: boolean;
  readonly signal: AbortSignal;
  /** The reference of failures in the log. */
  readonly reference?: string | undefined;
}

/** Reads a paste and asks the platform whose session it is. */
export async function readLink(
  sessions: MemberSessions,
  { memberId, pasted, isFile = false, signal, reference }: PastedLink,
): Promise<LinkOutcome> {
  const cutAt = isFile ? undefined : FIELD_LENGTH;
  const reading = readPaste(pasted, sessions.wanted, {
    ...(cutAt !== undefined && { cutAt }),
    now: sessions.clock.now(),
  });
  if (isFile && reading.kind === "cookies") return { kind: "file", why: "raw" };
  switch (reading.kind) {
    case "refused":
    case "unreadable":
      return reading;
    case "bundle": {
      const opening = await sessions.bundles.open(reading.bundle, memberId);
      if (!opening.ok) {
        const isCut = reading.isCut && opening.why === "damaged";
        return { kind: "bundle", why: isCut ? "cut" : opening.why };
      }
      if (opening.missing.length > 0) return incomplete(sessions, opening.cookies, opening.missing);
      return checked(sessions, { memberId, cookies: opening.cookies, signal, reference });
    }
    case "cookies": {
      if (sessions.accepts() === "sealed") return { kind: "not-accepted" };
      const { form, found, missing, isCut, otherHost } = reading;
      if (!reading.isComplete) return { kind: "incomplete", form, found, missing, isCut, otherHost };
      const { cookies, ends } = reading;
      const outcome = await checked(sessions, { memberId, cookies, ends, signal, reference });
      return outcome.kind === "confirm" ? { ...outcome, otherHost } : outcome;
    }
  }
}

function incomplete(
  { wanted }: MemberSessions,
  cookies: ReadonlyMap<string, Secret>,
  missing: readonly string[],
): LinkOutcome {
  return {
    kind: "incomplete",
    form: "bundle",
    found: [...cookies.keys()],
    missing: wanted.cookies
      .filter(({ name }) => missing.includes(name))
      .map((cookie) => ({ ...cookie, why: "absent" })),
    isCut: false,
  };
}

interface Checked extends Pick<PastedLink, "memberId" | "signal" | "reference"> {
  readonly cookies: ReadonlyMap<string, Secret>;
  readonly ends?: ReadonlyMap<string, number>;
}

async function checked(
  sessions: MemberSessions,
  { memberId, cookies, ends, ...told }: Checked,
): Promise<LinkOutcome> {
  const jar = createCookieCredential(cookies, sessions.place, ends);
  return whileChecking(sessions, memberId, (check) => checkCredential(sessions, { check, jar, ...told }));
}

/** Runs a check that is dropped if the member is forgotten meanwhile, in any process. */
export async function whileChecking<T>(
  { waiting }: MemberSessions,
  memberId: string,
  work: (check: Check) => Promise<T>,
): Promise<T> {
  const check = await waiting.beginCheck(memberId);
  try {
    return await work(check);
  } finally {
    await waiting.endCheck(check);
  }
}

interface CredentialCheck extends Pick<PastedLink, "signal" | "reference"> {
  readonly check: Check;
  readonly jar: Credential;
}

/** Asks the platform whose credential it is, then lets it wait for confirmation. */
export async function checkCredential(
  sessions: MemberSessions,
  { check: begun, jar, signal, reference }: CredentialCheck,
): Promise<LinkOutcome> {
  const check = await sessions.client.checkSession({ session: jar, signal });
  switch (check.outcome) {
    case "ended":
    case "not-registered":
      return { kind: check.outcome };
    case "valid": {
      if (jar.missing().length > 0) return { kind: "ended" };
      const { account: found } = check;
      const source = found?.isKnown === true ? found.source : "unknown";
      const pending = await sessions.waiting.putChecked(begun, { jar, account: toLinked(found), source });
      return pending === undefined ? { kind: "over" } : { kind: "confirm", pending };
    }
    case "maintenance":
    case "unavailable":
    case "loop":
    case "strayed":
      sessions.log.warn("A session could not be checked", { reference, code: check.error.code }, check.error);
      return { kind: "down", why: check.outcome, error: check.error };
  }
}

function toLinked(account: SignedInAccount | undefined): LinkedAccount {
  if (account === undefined) return { accounts: [] };
  if (!account.isKnown) return { accounts: [], membershipTypes: account.membershipTypes };
  return {
    membershipId: account.membershipId,
    ...named(account.name),
    accounts: account.accounts.map(({ membershipType, id, name }) => ({
      membershipType,
      id,
      ...named(name),
    })),
  };
}

function named(text: unknown): { readonly name?: string } {
  const name = toName(text);
  return name === undefined ? {} : { name };
}

/**
 * Returns the paste this confirmation is about, waiting or confirmed; undefined when it has expired or a later one
 * replaced it.
 */
export async function pendingLink(
  { waiting }: MemberSessions,
  memberId: string,
  id: unknown,
): Promise<Waiting<PendingLink | KeptLink> | undefined> {
  const found = await waiting.pending.get(memberId);
  return found !== undefined && found.secret.id === id ? found : undefined;
}

export interface KeptSession {
  readonly session: SessionSummary;
  readonly isSignedIn: boolean;
}

/**
 * Stores what was confirmed, once, however often it is confirmed. Background use and snapshots need their own consent;
 * one given to this account before stays. Undefined where it has expired, or `settle`, part of the same transaction,
 * refuses.
 */
export async function keepLink(
  sessions: MemberSessions,
  memberId: string,
  waiting: Waiting<PendingLink | KeptLink>,
  settle: SettleLink<boolean> = async () => true,
): Promise<KeptSession | undefined> {
  const { value, secret } = waiting;
  if ("keptAs" in value) return keptBefore(sessions, memberId, value);
  try {
    return await keep(sessions, memberId, { secret, value }, settle);
  } catch (error) {
    if (!(error instanceof NoLongerPending)) throw error;
    const now = await pendingLink(sessions, memberId, secret.id);
    return now !== undefined && "keptAs" in now.value ? keptBefore(sessions, memberId, now.value) : undefined;
  }
}

/** It was confirmed, declined or used elsewhere while it was being stored. */
class NoLongerPending extends Error {}

async function keep(
  sessions: MemberSessions,
  memberId: string,
  pending: Waiting<PendingLink>,
  settle: SettleLink<boolean>,
): Promise<KeptSession> {
  const { waiting, store } = sessions;
  const { jar, account } = pending.value;
  const isSignedIn = isGivenForBot(jar);
  const session = await store.add({ discordId: memberId, jar, account }, async (transaction, added) => {
    const kept = { keptAs: added.id, isSignedIn };
    const isKept =
      (await waiting.pending.change(pending, kept, transaction)) && (await settle(transaction, added));
    if (!isKept) throw new NoLongerPending();
  });
  // Earlier notices about the account are outdated.
  await sessions.takeNotices(memberId);
  sessions.proven.put(session.id, true);
  await waiting.once.drop(memberId);
  return { session, isSignedIn };
}

async function keptBefore(
  { store }: MemberSessions,
  memberId: string,
  { keptAs, isSignedIn }: KeptLink,
): Promise<KeptSession | undefined> {
  const session = (await store.list(memberId)).find(({ id }) => id === keptAs);
  return session && { session, isSignedIn };
}
