import type { z } from "zod";

import { isMilepostError } from "../base/errors.ts";
import type { Int64 } from "../base/int64.ts";
import type { CallOptions, PlatformClient, PlayerClient } from "../platform/client.ts";
import { connectPlatform } from "../platform/connection.ts";
import type { Credential } from "../platform/credential.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { definitionTables } from "../platform/resources/definitions.ts";
import { Coverage } from "./coverage.ts";
import { failureInWords } from "./failure-words.ts";
import { counted } from "./subcommand.ts";
import type { Found, Trial } from "./trial.ts";
import { createMemberTrials, type MemberTrials } from "./try-private.ts";
import { systemClock } from "../base/clock.ts";
import { type LogFields, silentLog } from "../base/log.ts";
import { noMetrics } from "../base/metrics.ts";
import type { Secret } from "../base/secret.ts";
import { createPlatformClient } from "../platform/create-client.ts";

/** What came of calling a profile's operations. */
export interface Trials {
  readonly trials: readonly Trial[];
  readonly coverage: Coverage;
  /** Parts of answers that could not be read, as `GeneralUser.about: not a text`. */
  readonly losses: readonly string[];
  /** Of the definitions there are. */
  readonly version?: string | undefined;
}

/** Whom to ask about, where somebody knows. */
interface Known {
  readonly name?: string | undefined;
  readonly user?: Int64 | undefined;
  readonly account?: { readonly membershipType: number; readonly id: Int64 } | undefined;
}

interface Step {
  readonly operation: string;
  /** Calls it and says what came back; undefined when there is nothing to ask about. */
  readonly run: (
    client: PlatformClient,
    found: Found,
    player: PlayerClient<CallOptions>,
  ) => Promise<string> | undefined;
}

const UNLISTED = " (list its types under enums.MembershipType, or links to them end when the bot restarts)";

/** Names people may have begin with these. */
const PREFIXES = ["a", "s", "m", "the", "test"];

const steps: readonly Step[] = [
  {
    operation: "trending.list",
    run: async (client, found) => {
      const { data } = await client.trendingList({});
      const [entry] = data.entries;
      if (entry !== undefined) found.entry = { type: entry.entityType, identifier: entry.identifier };
      return `${listed(data.entries.length, "entry", "entries")}, as ${data.gives}`;
    },
  },
  {
    operation: "trending.entry",
    run: (client, found) => found.entry && trendingEntryOf(client, found.entry, found),
  },
  {
    operation: "content.search",
    run: async (client, found) => {
      const { data } = await client.contentSearch({ text: "the" });
      const [article] = data.entries;
      if (article !== undefined) found.article = article.contentId;
      return listed(data.entries.length, "article");
    },
  },
  {
    operation: "content.byId",
    run: (client, { article }) =>
      article &&
      client.contentById({ id: article }).then(({ data }) => `an article of type ${data.cType ?? "none"}`),
  },
  { operation: "user.search", run: (client, found) => searchUsers(client, found) },
  {
    operation: "user.byId",
    run: (_client, { user }, player) =>
      user && player.userById({ membershipId: user }).then(({ data }) => named(data.displayName)),
  },
  {
    operation: "accounts.of",
    run: (client, found) => {
      const { user } = found;
      return user && accountsOf(client, user, found);
    },
  },
  {
    operation: "characters",
    run: (_client, found, player) => {
      const { account } = found;
      return account && charactersOf(player, account, found);
    },
  },
  {
    operation: "progression",
    run: (_client, { account }, player) =>
      account &&
      player.progression(account).then(({ data }) => {
        const count = Object.keys(data.data ?? {}).length;
        return count === 0 ? "nothing to see: private, or no character" : counted(count, "character");
      }),
  },
  {
    operation: "stats.account",
    run: (_client, { account }, player) =>
      account &&
      player
        .statsAccount(account)
        .then(({ data }) => counted(Object.keys(data.results ?? {}).length, "mode")),
  },
  {
    operation: "stats.character",
    run: (_client, { account, character }, player) =>
      account &&
      character &&
      player
        .statsCharacter({ ...account, character, period: "allTime" })
        .then(({ data }) => counted(Object.keys(data).length, "mode")),
  },
  {
    operation: "milestones.public",
    run: async (client, found) => {
      const milestones = Object.values((await client.milestonesPublic({})).data);
      const [milestone] = milestones;
      if (milestone !== undefined) {
        found.milestone = milestone.milestoneHash;
        found.thing = { table: "milestone", hash: milestone.milestoneHash };
      }
      return counted(milestones.length, "milestone");
    },
  },
  {
    operation: "milestones.content",
    run: (client, { milestone }) =>
      milestone === undefined
        ? undefined
        : client.milestonesContent({ hash: milestone }).then(() => "a milestone's texts"),
  },
  { operation: "definitions.manifest", run: (client, found) => manifestOf(client, found) },
  {
    operation: "definitions.one",
    run: (client, { thing }) =>
      thing && client.definitionsOne(thing).then(({ data }) => named(data.displayProperties?.name)),
  },
  {
    operation: "definitions.file",
    run: (client, { file }) =>
      file === undefined
        ? undefined
        : client
            .definitionsFile({ address: file })
            .then((records) => counted(Object.keys(records).length, "definition")),
  },
];

/**
 * Calls every public operation of a profile once, each with what is known or an earlier one found; with a member's
 * session the private ones too.
 */
export async function tryOperations(
  profile: Profile,
  apiKey: Secret | undefined,
  { session, ...known }: Known & { readonly session?: Credential | undefined } = {},
): Promise<Trials> {
  const coverage = new Coverage(profile);
  const losses = new Set<string>();
  const parts = {
    profile,
    apiKey,
    clock: systemClock,
    random: Math.random,
    log: {
      ...silentLog,
      warn: (_message: string, { path }: LogFields = {}) => void losses.add(String(path)),
    },
    metrics: noMetrics,
    version: "check",
    onDecoded: (schema: z.core.$ZodType, value: unknown) => coverage.note(schema, value),
  };
  const connection = connectPlatform(parts);
  const client = createPlatformClient(parts, connection);
  const member = session && createMemberTrials(connection, session);
  const found: Found = { ...known };
  const trials: Trial[] = [];
  try {
    if (member !== undefined) trials.push(...(await member.whose(found)));
    for (const step of steps) trials.push(await tryOne(step, client, { profile, found, member }));
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
}

async function tryOne(
  { operation, run }: Step,
  client: PlatformClient,
  { profile, found, member }: Trying,
): Promise<Trial> {
  const needed = operation === "definitions.file" ? "definitions.manifest" : operation;
  if (!client.offers(needed)) return { operation, outcome: "skipped", words: "the profile doesn't have it" };
  const isOwn = isPrivate(operation, profile);
  if (isOwn && member === undefined)
    return { operation, outcome: "skipped", words: "private: --cookies-from-stdin takes a session" };
  try {
    const words = await run(client, found, (isOwn ? member?.player : undefined) ?? client);
    if (words === undefined)
      return { operation, outcome: "skipped", words: "nothing was found to ask about" };
    return { operation, outcome: "answered", words };
  } catch (error) {
    if (isMilepostError(error, "not-found") && operation === "milestones.content") {
      return { operation, outcome: "answered", words: "this milestone has no texts" };
    }
    return { operation, outcome: "failed", words: failureInWords(error, profile) };
  }
}

function isPrivate(operation: string, { operations }: Profile): boolean {
  return Object.entries(operations).some(([id, one]) => id === operation && one?.class === "private");
}

async function searchUsers(client: PlatformClient, found: Found): Promise<string> {
  const names = found.name === undefined ? PREFIXES : [found.name];
  for (const name of names) {
    const { data } = await client.userSearch({ name });
    const [user] = data.entries;
    if (user === undefined) continue;
    found.user ??= user.membershipId;
    return `${counted(data.entries.length, "user")} whose name begins with ${named(name)}`;
  }
  const asked = names.map((name) => named(name)).join(", ");
  return found.name === undefined
    ? `nobody whose name begins with ${asked} (say --name NAME to search for another; if it can't be, look at pick and items)`
    : `nobody whose name begins with ${asked}`;
}

async function trendingEntryOf(
  client: PlatformClient,
  entry: NonNullable<Found["entry"]>,
  found: Found,
): Promise<string> {
  const { data } = await client.trendingEntry(entry);
  const item = data.gameItem?.itemHash;
  if (item !== undefined) found.thing = { table: "item", hash: item };
  return `an entry of type ${data.entityType}`;
}

async function accountsOf(client: PlatformClient, membershipId: Int64, found: Found): Promise<string> {
  const { data } = await client.accountsOf({ membershipId });
  const [account] = data;
  if (account !== undefined) found.account ??= { membershipType: account.membershipType, id: account.id };
  // A name the profile doesn't list has a number below that no other process knows.
  const isUnlisted = data.some(({ membershipType }) => membershipType < -1);
  return `${listed(data.length, "account")}${isUnlisted ? UNLISTED : ""}`;
}

async function charactersOf(
  client: PlayerClient<CallOptions>,
  account: { readonly membershipType: number; readonly id: Int64 },
  found: Found,
): Promise<string> {
  const { data } = await client.characters(account);
  const [character] = data;
  if (character !== undefined) found.character = character.id;
  return listed(data.length, "character");
}

async function manifestOf(client: PlatformClient, found: Found): Promise<string> {
  const { data } = await client.definitionsManifest({});
  const [tables = {}] = Object.values(data.files);
  const table = definitionTables.findLast((name) => tables[name] !== undefined);
  const file = table === undefined ? undefined : tables[table];
  if (file !== undefined) found.file = file;
  found.version = data.version;
  return `version ${data.version}, ${counted(Object.keys(data.files).length, "language")}`;
}

/** An absent list counts as empty: a wrong path looks the same. */
function listed(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `no ${many} (if that can't be, look at pick and items)` : counted(count, one, many);
}

/** The platform's text, short and without what could move a terminal's cursor. */
function named(name: string | null | undefined): string {
  const shown = (name ?? "").replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, "").slice(0, 40);
  return shown === "" ? "without a name" : `"${shown}"`;
}
