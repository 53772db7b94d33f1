import { isMilepostError } from "../../base/errors.ts";
import type { PlatformId } from "../../base/int64.ts";
import type { CallOptions, PlatformClient, PlayerClient } from "../../platform/client.ts";
import { counted } from "../subcommand.ts";
import { type Found, listed, named, type Step } from "./trial.ts";

const UNLISTED = " (list its types under enums.MembershipType, or links to them end when the bot restarts)";

/** Common beginnings of names. */
const PREFIXES = ["a", "s", "m", "the", "test"];

/** Operations about a player, found by search unless one is given. */
export const playerSteps: readonly Step[] = [
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
        .then(({ data: { results, merged } }) =>
          [...(merged?.allTime ? ["totals"] : []), counted(Object.keys(results ?? {}).length, "mode")].join(
            ", ",
          ),
        ),
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
];

async function searchUsers(client: PlatformClient, found: Found): Promise<string> {
  const names = found.name === undefined ? PREFIXES : [found.name];
  for (const name of names) {
    const { data } = await usersNamed(client, name);
    const [user] = data.entries;
    if (user === undefined) continue;
    found.user ??= user.membershipId;
    return `${counted(data.entries.length, "user")} found by ${named(name)}`;
  }
  const asked = names.map((name) => named(name)).join(", ");
  return found.name === undefined
    ? `nobody found by ${asked} (say --name NAME to search for another; if it can't be, look at pick and items)`
    : `nobody found by ${asked}`;
}

/** A profile's `request` may rule out a name, so that nothing is asked. */
async function usersNamed(client: PlatformClient, name: string): ReturnType<PlatformClient["userSearch"]> {
  try {
    return await client.userSearch({ name });
  } catch (error) {
    if (!isMilepostError(error, "not-found") || error.details.status !== undefined) throw error;
    return { data: { entries: [], hasMore: false }, at: 0, isStale: false };
  }
}

async function accountsOf(client: PlatformClient, membershipId: PlatformId, found: Found): Promise<string> {
  const { data } = await client.accountsOf({ membershipId });
  const [account] = data;
  if (account !== undefined) found.account ??= { membershipType: account.membershipType, id: account.id };
  // Names missing in the profile have negative numbers, valid in this process only.
  const isUnlisted = data.some(({ membershipType }) => membershipType < -1);
  return `${listed(data.length, "account")}${isUnlisted ? UNLISTED : ""}`;
}

async function charactersOf(
  client: PlayerClient<CallOptions>,
  account: { readonly membershipType: number; readonly id: PlatformId },
  found: Found,
): Promise<string> {
  const { data } = await client.characters(account);
  const [character] = data;
  if (character !== undefined) found.character = character.id;
  return listed(data.length, "character");
}
