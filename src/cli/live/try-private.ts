import type { CallOptions, PlayerClient } from "../../platform/client.ts";
import type { PlatformConnection } from "../../platform/connection.ts";
import type { Credential } from "../../platform/credential.ts";
import { createPrivateClient, type PrivateClient } from "../../platform/private/create-client.ts";
import { failureInWords } from "../failure-words.ts";
import { counted } from "../subcommand.ts";
import { type Found, type Trial, UNSENT } from "./trial.ts";

export type MemberTrials = ReturnType<typeof createMemberTrials>;

/** Tries private operations with a session, which is never shown: only counts, and whether it works. */
export function createMemberTrials(
  connection: PlatformConnection,
  session: Credential,
  unsent: ReadonlySet<string>,
) {
  const client = createPrivateClient(connection);
  const { profile } = connection;
  const has = (operation: "account.current" | "vault") => profile.operations[operation] !== undefined;
  const trying = async (operation: string, run: () => Promise<string>): Promise<Trial> => {
    if (unsent.has(operation)) return { operation, outcome: "skipped", words: UNSENT };
    try {
      return { operation, outcome: "answered", words: await run() };
    } catch (error) {
      return { operation, outcome: "failed", words: failureInWords(error, profile) };
    }
  };
  return {
    player: playerOf(client, session),
    /** Asks whose session it is; later operations use that account. */
    async whose(found: Found): Promise<readonly Trial[]> {
      const trials = [await trySession(connection, client, session)];
      if (!has("account.current")) return trials;
      const asked = await trying("account.current", async () => {
        const account = await client.accountCurrent({ session });
        if (!account.isKnown) return "an account of unknown name";
        found.user ??= account.membershipId;
        const [first] = account.accounts;
        if (first !== undefined) found.account ??= { membershipType: first.membershipType, id: first.id };
        return counted(account.accounts.length, "game account");
      });
      return [...trials, asked];
    },
    async rest({ account }: Found): Promise<readonly Trial[]> {
      if (!has("vault")) return [];
      if (account === undefined)
        return [{ operation: "vault", outcome: "skipped", words: "nothing was found to ask about" }];
      const { membershipType } = account;
      return [
        await trying("vault", async () => {
          const { data } = await client.vault({ membershipType, session });
          return counted(Object.keys(data).length, "member");
        }),
      ];
    },
  };
}

async function trySession(
  { profile }: PlatformConnection,
  client: PrivateClient,
  session: Credential,
): Promise<Trial> {
  const check = await client.checkSession({ session });
  const operation = "sign-in";
  switch (check.outcome) {
    case "valid":
      return { operation, outcome: "answered", words: "the session works" };
    case "ended":
      return { operation, outcome: "failed", words: "the service doesn't take the session, or no more" };
    case "not-registered":
      return { operation, outcome: "failed", words: "nobody is registered for it (signIn.registerSegment)" };
    case "maintenance":
    case "unavailable":
    case "loop":
    case "strayed":
      return { operation, outcome: "failed", words: failureInWords(check.error, profile) };
  }
}

function playerOf(client: PrivateClient, session: Credential): PlayerClient<CallOptions> {
  return {
    userById: (query) => client.userById({ ...query, session }),
    characters: (query) => client.characters({ ...query, session }),
    progression: (query) => client.progression({ ...query, session }),
    statsAccount: (query) => client.statsAccount({ ...query, session }),
    statsCharacter: (query) => client.statsCharacter({ ...query, session }),
  };
}
