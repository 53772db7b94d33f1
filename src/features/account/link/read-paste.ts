import type { MilepostError } from "../../../base/errors.ts";
import type { Secret } from "../../../base/secret.ts";
import { createCookieCredential } from "../../../platform/cookies.ts";
import type { Credential } from "../../../platform/credential.ts";
import type { AddressFailure } from "./address-failure.ts";
import type { SignedInAccount } from "../../../platform/private/client.ts";
import type { BundleOpening } from "../../../sessions/bundle/open-bundle.ts";
import {
  type MissingCookie,
  type PasteForm,
  type PasteReading,
  readPaste,
} from "../../../sessions/paste/read-paste.ts";
import type { LinkedAccount, SessionSummary } from "../../../sessions/session.ts";
import type { MemberSessions, PendingLink, Source } from "../sessions/member-sessions.ts";

/** Discord's own limit of a field in a form: a text this long was probably cut. */
export const FIELD_LENGTH = 4_000;

/** What a paste came to. Nothing of it is kept but in `confirm`, which waits in memory. */
export type LinkOutcome =
  | {
      readonly kind: "confirm";
      readonly pending: PendingLink;
      /** What the cookies were copied for, where that is not the platform. */
      readonly otherHost?: string | undefined;
    }
  | { readonly kind: "unreadable"; readonly why: (PasteReading & { kind: "unreadable" })["why"] }
  | { readonly kind: "refused"; readonly why: (PasteReading & { kind: "refused" })["why"] }
  | {
      readonly kind: "incomplete";
      readonly form: PasteForm;
      readonly found: readonly string[];
      readonly missing: readonly MissingCookie[];
      readonly isCut: boolean;
      readonly otherHost?: string | undefined;
    }
  | { readonly kind: "bundle"; readonly why: (BundleOpening & { ok: false })["why"] | "cut" }
  /** The address of a sign-in. */
  | { readonly kind: "address"; readonly why: AddressFailure }
  /** Cookies in a file, which Discord keeps; or nothing that could be read. */
  | { readonly kind: "file"; readonly why: "raw" | "unreadable" }
  /** Cookies, where bundles alone are taken. */
  | { readonly kind: "not-accepted" }
  | { readonly kind: "ended" | "not-registered" }
  | {
      readonly kind: "down";
      readonly why: "maintenance" | "unavailable" | "loop" | "strayed";
      readonly error: MilepostError;
    };

export interface PastedLink {
  readonly memberId: string;
  readonly pasted: string;
  /** It came as a file. */
  readonly isFile?: boolean;
  readonly signal: AbortSignal;
}

/** Reads what a member pasted, and asks the platform whose session it is. */
export async function readLink(
  sessions: MemberSessions,
  { memberId, pasted, isFile = false, signal }: PastedLink,
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
      return checked(sessions, { memberId, cookies: opening.cookies, signal });
    }
    case "cookies": {
      if (sessions.accepts() === "sealed") return { kind: "not-accepted" };
      const { form, found, missing, isCut, otherHost } = reading;
      if (!reading.isComplete) return { kind: "incomplete", form, found, missing, isCut, otherHost };
      const { cookies, ends } = reading;
      const outcome = await checked(sessions, { memberId, cookies, ends, signal });
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

interface Checked {
  readonly memberId: string;
  readonly cookies: ReadonlyMap<string, Secret>;
  readonly ends?: ReadonlyMap<string, number>;
  readonly signal: AbortSignal;
}

async function checked(
  sessions: MemberSessions,
  { memberId, cookies, ends, signal }: Checked,
): Promise<LinkOutcome> {
  return checkCredential(sessions, {
    memberId,
    jar: createCookieCredential(cookies, sessions.place, ends),
    signal,
  });
}

/** Asks the platform whose credential it is; it then waits in memory to be confirmed. */
export async function checkCredential(
  sessions: MemberSessions,
  { memberId, jar, signal }: Pick<Checked, "memberId" | "signal"> & { readonly jar: Credential },
): Promise<LinkOutcome> {
  const check = await sessions.client.checkSession({ session: jar, signal });
  switch (check.outcome) {
    case "ended":
    case "not-registered":
      return { kind: check.outcome };
    case "valid": {
      if (jar.missing().length > 0) return { kind: "ended" };
      const account = toLinked(check.account);
      const pending = { id: sessions.newId(), jar, account, source: sourceOf(check.account) };
      sessions.pending.put(memberId, pending);
      return { kind: "confirm", pending };
    }
    case "maintenance":
    case "unavailable":
    case "loop":
    case "strayed":
      return { kind: "down", why: check.outcome, error: check.error };
  }
}

function sourceOf(account: SignedInAccount | undefined): Source {
  return account?.isKnown === true ? account.source : "unknown";
}

function toLinked(account: SignedInAccount | undefined): LinkedAccount {
  if (account === undefined) return { accounts: [] };
  if (!account.isKnown) return { accounts: [], membershipTypes: account.membershipTypes };
  return {
    membershipId: account.membershipId,
    ...(account.name !== undefined && { name: account.name }),
    accounts: account.accounts.map(({ membershipType, id, name }) => ({
      membershipType,
      id,
      ...(typeof name === "string" && { name }),
    })),
  };
}

/** The paste that waits for this confirmation; undefined when it is over, or another came after it. */
export function pendingLink(
  { pending }: MemberSessions,
  memberId: string,
  id: unknown,
): PendingLink | undefined {
  const found = pending.get(memberId);
  return found !== undefined && found.id === id ? found : undefined;
}

/** Keeps what was confirmed. Away use and snapshots need a yes of their own; one given to this account stays. */
export async function keepLink(
  sessions: MemberSessions,
  memberId: string,
  pending: PendingLink,
): Promise<SessionSummary> {
  pending.kept ??= keep(sessions, memberId, pending);
  try {
    return await pending.kept;
  } catch (error) {
    // It can be confirmed again.
    pending.kept = undefined;
    throw error;
  }
}

async function keep(
  sessions: MemberSessions,
  memberId: string,
  { id, jar, account }: PendingLink,
): Promise<SessionSummary> {
  const kept = await sessions.store.add({ discordId: memberId, jar, account });
  // What was noted of the account before is over now.
  await sessions.takeNotices(memberId);
  sessions.provenAt.set(kept.id, sessions.clock.monotonic());
  // Another paste may wait by now.
  if (sessions.pending.get(memberId)?.id === id) sessions.pending.take(memberId);
  sessions.once.drop(memberId);
  return kept;
}

/** Holds what was confirmed for one answer and its buttons; nothing is written. */
export function useLinkOnce(sessions: MemberSessions, memberId: string, { jar, account }: PendingLink): void {
  sessions.pending.take(memberId);
  sessions.once.put(memberId, { jar, account });
}
