import { z } from "zod";

import { isMilepostError, MilepostError } from "../../base/errors.ts";
import { type Int64, toInt64 } from "../../base/int64.ts";
import type { PlatformConnection } from "../connection.ts";
import { unquoted } from "../cookie-rules.ts";
import { answers } from "../resources/answers.ts";
import type { GameAccount } from "../resources/user.ts";
import type { PrivateCalls } from "./calls.ts";
import type { PrivateOptions, SessionOwner, SignedInAccount } from "./client.ts";

const gameAccounts = z.array(answers["accounts.of"]);

/**
 * Who is signed in: by account.current; without it by the account cookie, once E5 proved the session; without
 * that cookie nobody's name is known. Undefined: the profile has no private operation to ask by.
 */
export async function findAccount(
  connection: PlatformConnection,
  calls: PrivateCalls,
  options: PrivateOptions,
): Promise<SignedInAccount | undefined> {
  if (calls.offers("account.current")) return currentAccount(calls, options);
  if (!calls.offers("vault")) return undefined;
  const membershipTypes = await typesWithVault(connection, calls, options);
  const membershipId = idInCookie(connection, options);
  if (membershipId === undefined) return { isKnown: false, membershipTypes };
  const [name, accounts] = await Promise.all([
    nameOf(calls, membershipId, options),
    accountsOf(calls, membershipId, options),
  ]);
  return { isKnown: true, source: "cookie", membershipId, name, accounts };
}

/**
 * Whose session it is, by as few calls as prove it: one, where it still works. Undefined as for `findAccount`.
 * `likelyType` is the membership type that answered before.
 */
export async function findOwner(
  connection: PlatformConnection,
  calls: PrivateCalls,
  options: PrivateOptions & { readonly likelyType?: number | undefined },
): Promise<SessionOwner | undefined> {
  if (calls.offers("account.current")) {
    const { data } = await calls.record("account.current", answers["account.current"], {}, options);
    return { membershipId: data.membershipId };
  }
  if (!calls.offers("vault")) return undefined;
  const types = membershipTypes(connection).toSorted(
    (a, b) => Number(b === options.likelyType) - Number(a === options.likelyType),
  );
  for (const type of types) {
    if (await hasVault(connection, calls, { ...options, type })) break;
  }
  return { membershipId: idInCookie(connection, options) };
}

async function currentAccount(calls: PrivateCalls, options: PrivateOptions): Promise<SignedInAccount> {
  const { data } = await calls.record("account.current", answers["account.current"], {}, options);
  const { membershipId } = data;
  const accounts = data.accounts ?? (await accountsOf(calls, membershipId, options));
  const name = data.name ?? (await nameOf(calls, membershipId, options));
  return { isKnown: true, source: "service", membershipId, name, accounts };
}

/** Asks E5 for each membership type. Where there is no account of a type the service says so and is believed. */
async function typesWithVault(
  connection: PlatformConnection,
  calls: PrivateCalls,
  options: PrivateOptions,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (const type of membershipTypes(connection)) {
    if (await hasVault(connection, calls, { ...options, type })) found.push(type);
  }
  if (found.length > 0) return found;
  throw new MilepostError("not-found", { operation: "vault", reason: "no vault of any membership type" });
}

async function hasVault(
  { enums }: PlatformConnection,
  calls: PrivateCalls,
  { type, ...options }: PrivateOptions & { readonly type: number },
): Promise<boolean> {
  const given = enums.parameters("membershipType", "MembershipType", type);
  return (await orNotFound(calls.record("vault", answers.vault, given, options))) !== undefined;
}

function membershipTypes({ profile }: PlatformConnection): readonly number[] {
  return Object.values(profile.providers).map(({ membershipType }) => membershipType);
}

async function orNotFound<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMilepostError(error, "not-found")) return undefined;
    throw error;
  }
}

function idInCookie({ profile, hosts }: PlatformConnection, { session }: PrivateOptions): Int64 | undefined {
  const name = profile.cookies?.account?.name;
  const header = session.cookie(new URL(`${hosts.api}/`)) ?? "";
  const pair = header.split(";").find((one) => one.slice(0, Math.max(0, one.indexOf("="))).trim() === name);
  return pair === undefined ? undefined : toInt64(unquoted(pair.slice(pair.indexOf("=") + 1).trim()));
}

/** A name is a courtesy: without one the account is still known. */
async function nameOf(
  calls: PrivateCalls,
  membershipId: Int64,
  options: PrivateOptions,
): Promise<string | undefined> {
  if (!calls.offers("user.byId")) return undefined;
  const found = await orNothing(calls.record("user.byId", answers["user.byId"], { membershipId }, options));
  return found?.data.displayName ?? found?.data.uniqueName ?? undefined;
}

async function accountsOf(
  calls: PrivateCalls,
  membershipId: Int64,
  options: PrivateOptions,
): Promise<readonly GameAccount[]> {
  if (!calls.offers("accounts.of")) return [];
  const found = await orNothing(calls.list("accounts.of", gameAccounts, { membershipId }, options));
  return found?.data ?? [];
}

async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMilepostError(error, "not-found") || isMilepostError(error, "private")) return undefined;
    throw error;
  }
}
