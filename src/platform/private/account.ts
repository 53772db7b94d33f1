import { type ErrorCode, isMilepostError, MilepostError } from "../../base/errors.ts";
import type { PlatformId } from "../../base/int64.ts";
import type { Calls } from "../calls.ts";
import { accountsOf } from "../player-client.ts";
import { type GameAccount, lastPlayedFirst } from "../resources/user.ts";
import type { PrivateOptions, SessionOwner, SignedInAccount } from "./client.ts";

type PrivateCalls = Calls<PrivateOptions>;

/**
 * Returns who is signed in: from account.current; else from the session's own claim, which the token endpoint made or E5
 * proved; else without a name. Undefined where the profile has no private operation to ask.
 */
export async function findAccount(
  calls: PrivateCalls,
  options: PrivateOptions,
): Promise<SignedInAccount | undefined> {
  if (calls.offers("account.current")) return currentAccount(calls, options);
  const said = options.session.account?.();
  if (!calls.offers("vault") && said?.source !== "service") return undefined;
  const membershipTypes = calls.offers("vault") ? await typesWithVault(calls, options) : [];
  if (said === undefined) return { isKnown: false, membershipTypes };
  const { membershipId, source } = said;
  if (!calls.offers("vault") && !calls.offers("user.byId")) await askOnce(calls, membershipId, options);
  // One after the other, since cookies may be valid for one call only.
  const name = await nameOf(calls, membershipId, options);
  const accounts = await gameAccountsOf(calls, membershipId, options);
  return { isKnown: true, source, membershipId, name, accounts };
}

/**
 * Returns whose session it is, with as few calls as prove it. Undefined as for `findAccount`. `likelyType`: the
 * membership type that answered before.
 */
export async function findOwner(
  calls: PrivateCalls,
  options: PrivateOptions & { readonly likelyType?: number | undefined },
): Promise<SessionOwner | undefined> {
  if (calls.offers("account.current")) {
    const { data } = await calls.record("account.current", {}, options);
    return { membershipId: data.membershipId };
  }
  if (!calls.offers("vault")) {
    const account = await findAccount(calls, options);
    return account && { membershipId: account.membershipId };
  }
  const types = membershipTypes(calls).toSorted(
    (a, b) => Number(b === options.likelyType) - Number(a === options.likelyType),
  );
  for (const type of types) {
    if (await hasVault(calls, type, options)) break;
  }
  return { membershipId: options.session.account?.()?.membershipId };
}

async function currentAccount(calls: PrivateCalls, options: PrivateOptions): Promise<SignedInAccount> {
  const { data } = await calls.record("account.current", {}, options);
  const { membershipId } = data;
  const accounts = data.accounts
    ? lastPlayedFirst(data.accounts)
    : await gameAccountsOf(calls, membershipId, options);
  const name = data.name ?? (await nameOf(calls, membershipId, options));
  return { isKnown: true, source: "service", membershipId, name, accounts };
}

/** Asks E5 for each membership type; a platform that says there is no such account is believed. */
async function typesWithVault(calls: PrivateCalls, options: PrivateOptions): Promise<readonly number[]> {
  const found: number[] = [];
  for (const type of membershipTypes(calls)) {
    if (await hasVault(calls, type, options)) found.push(type);
  }
  if (found.length > 0) return found;
  throw new MilepostError("not-found", { operation: "vault", reason: "no vault of any membership type" });
}

async function hasVault(calls: PrivateCalls, type: number, options: PrivateOptions): Promise<boolean> {
  const given = calls.connection.enums.parameters("membershipType", "MembershipType", type);
  return (await unlessFailed(calls.record("vault", given, options), "not-found")) !== undefined;
}

/** Asks for something of the account's, so that a refused session is noticed. */
async function askOnce(calls: PrivateCalls, id: PlatformId, options: PrivateOptions): Promise<void> {
  if (calls.offers("progression"))
    await unlessFailed(calls.record("progression", { id }, options), "not-found", "private");
}

function membershipTypes({ connection }: PrivateCalls): readonly number[] {
  return Object.values(connection.profile.providers).map(({ membershipType }) => membershipType);
}

/** The account is known without a name, too. */
async function nameOf(
  calls: PrivateCalls,
  membershipId: PlatformId,
  options: PrivateOptions,
): Promise<string | undefined> {
  if (!calls.offers("user.byId")) return undefined;
  const asked = calls.record("user.byId", { membershipId }, options);
  const found = await unlessFailed(asked, "not-found", "private");
  return found?.data.displayName ?? found?.data.uniqueName ?? undefined;
}

async function gameAccountsOf(
  calls: PrivateCalls,
  membershipId: PlatformId,
  options: PrivateOptions,
): Promise<readonly GameAccount[]> {
  const asked = accountsOf(calls, membershipId, options);
  const found = await unlessFailed(asked, "not-found", "private", "not-offered");
  return found?.data ?? [];
}

/** Returns the result; undefined where it fails with one of these codes. */
async function unlessFailed<T>(asked: Promise<T>, ...codes: readonly ErrorCode[]): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMilepostError(error) && codes.includes(error.code)) return undefined;
    throw error;
  }
}
