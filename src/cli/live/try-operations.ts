import type { z } from "zod";

import { isMilepostError } from "../../base/errors.ts";
import { connectPlatform } from "../../platform/connection.ts";
import type { Credential } from "../../platform/credential.ts";
import { areUsersAccounts } from "../../platform/profile/game-accounts.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { asking, type Keys } from "./open-operator-session.ts";
import { Coverage } from "./coverage.ts";
import { failureInWords } from "../failure-words.ts";
import { contentSteps, gameSteps } from "./content-steps.ts";
import { playerSteps } from "./player-steps.ts";
import { type Found, type Step, type Trial, UNSENT } from "./trial.ts";
import { createMemberTrials, type MemberTrials } from "./try-private.ts";
import { type LogFields, silentLog } from "../../base/log.ts";
import { createPlatformClient } from "../../platform/create-client.ts";
import type { PlatformClient } from "../../platform/client.ts";

/** The results of calling a profile's operations. */
export interface Trials {
  readonly trials: readonly Trial[];
  readonly coverage: Coverage;
  /** Unreadable parts of answers, as `GeneralUser.about: not a text`. */
  readonly losses: readonly string[];
  readonly version?: string | undefined;
}

/** The player to ask about, if given. */
export type Known = Readonly<Pick<Found, "name" | "user" | "account">>;

interface Asked extends Known {
  readonly session?: Credential | undefined;
  /** Answers whether a POST may be sent, `POST /users/search`; left out, all are. */
  readonly maySend?: ((operation: string, request: string) => Promise<boolean>) | undefined;
}

const steps = [...contentSteps, ...playerSteps, ...gameSteps];

/**
 * Calls every public operation once, with what is given or an earlier one found; with a member's session also the
 * private ones.
 */
export async function tryOperations(
  profile: Profile,
  keys: Keys,
  { session, maySend, ...known }: Asked = {},
): Promise<Trials> {
  const coverage = new Coverage(profile);
  const losses = new Set<string>();
  const parts = {
    ...asking(profile, keys),
    log: {
      ...silentLog,
      warn: (_message: string, { path }: LogFields = {}) => void losses.add(String(path)),
    },
    onDecoded: (schema: z.core.$ZodType, value: unknown) => coverage.note(schema, value),
  };
  const unsent = await unsentPosts(profile, session !== undefined, maySend);
  const connection = connectPlatform(parts);
  const client = createPlatformClient(parts, connection);
  const member = session && createMemberTrials(connection, session, unsent);
  const found: Found = { ...known };
  const trials: Trial[] = [];
  try {
    if (member !== undefined) trials.push(...(await member.whose(found)));
    for (const step of steps) trials.push(await tryOne(step, client, { profile, found, member, unsent }));
    if (member !== undefined) trials.push(...(await member.rest(found)));
    return { trials, coverage, losses: [...losses], version: found.version };
  } finally {
    await client.close();
  }
}

interface Trying {
  readonly profile: Profile;
  readonly found: Found;
  readonly member: MemberTrials | undefined;
  /** Operations whose POST nobody agreed to. */
  readonly unsent: ReadonlySet<string>;
}

/** Asks for each POST before anything is sent. */
async function unsentPosts(
  profile: Profile,
  hasSession: boolean,
  maySend: Asked["maySend"],
): Promise<ReadonlySet<string>> {
  const unsent = new Set<string>();
  for (const [operation, template] of Object.entries(profile.operations)) {
    if (maySend === undefined || template?.method !== "POST") continue;
    if (template.class === "private" && !hasSession) continue;
    if (!(await maySend(operation, `POST ${template.path}`))) unsent.add(operation);
  }
  return unsent;
}

async function tryOne(
  { operation, run }: Step,
  client: PlatformClient,
  { profile, found, member, unsent }: Trying,
): Promise<Trial> {
  const needed = operation === "definitions.file" ? "definitions.manifest" : operation;
  if (operation === "accounts.of" && areUsersAccounts(profile)) {
    await run(client, found, client);
    return { operation, outcome: "skipped", words: "a user is the account" };
  }
  if (!client.offers(needed)) return { operation, outcome: "skipped", words: "the profile doesn't have it" };
  if (unsent.has(needed)) return { operation, outcome: "skipped", words: UNSENT };
  const isOwn = isPrivate(operation, profile);
  if (isOwn && member === undefined)
    return { operation, outcome: "skipped", words: `private: ${howToSignIn(profile)}` };
  try {
    const asked = Promise.resolve(run(client, found, (isOwn ? member?.player : undefined) ?? client));
    const words = await asked.catch(async (error: unknown) => {
      // The player may show it to nobody else.
      if (isOwn || member === undefined || !isMilepostError(error, "private")) throw error;
      return `${await run(client, found, member.player)}, with the session alone`;
    });
    if (words === undefined)
      return { operation, outcome: "skipped", words: "nothing was found to ask about" };
    return { operation, outcome: "answered", words };
  } catch (error) {
    if (isMilepostError(error, "not-found") && operation === "milestones.content") {
      return { operation, outcome: "answered", words: "this milestone has no texts" };
    }
    if (isMilepostError(error, "not-offered"))
      return { operation, outcome: "skipped", words: "the profile has no table for it (definitions.tables)" };
    return { operation, outcome: "failed", words: failureInWords(error, profile) };
  }
}

function isPrivate(operation: string, { operations }: Profile): boolean {
  return Object.entries(operations).some(([id, one]) => id === operation && one?.class === "private");
}

function howToSignIn({ signIn }: Profile): string {
  if (signIn.oauth !== undefined) return "--sign-in or --token-from-stdin";
  return signIn.key === undefined
    ? "--cookies-from-stdin takes a session"
    : "--key-from-stdin takes a key of yours";
}
