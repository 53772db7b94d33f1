import { MilepostError } from "../../base/errors.ts";
import { sessionRows } from "./session-rows.ts";
import { cookiesContext, openAccount, readAccount, sealNext } from "./seal-session.ts";
import type { LinkedAccount, SessionOf } from "../session.ts";
import { sessionDeps, type SessionStoreOptions } from "./session-deps.ts";

export type GameAccountOf = Pick<LinkedAccount["accounts"][number], "membershipType" | "id">;

export type GameChoice = ReturnType<typeof createGameChoice>;

/** A concurrent renewal changes the row, too. */
const MOST_TRIES = 8;

/** Which game account a session is used for. Stored sealed: the chosen one is first. */
export function createGameChoice(options: Omit<SessionStoreOptions, "idleDays">) {
  const { queries, origin, sealer, sealing } = sessionDeps(options);
  const rows = sessionRows(queries);
  const choose = async ({ discordId, id }: Required<SessionOf>, game: GameAccountOf) => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const row = await rows.find({ discordId, origin, id });
      const account = row && withFirst(readAccount(openAccount(sealer, row)), game);
      if (row === undefined || account === undefined) return false;
      const cookies = sealer.open(cookiesContext(row), row.cookies);
      const changes = sealNext(sealer, row, { cookies, account: JSON.stringify(account) });
      if (await rows.replace(id, row.revision, changes)) return true;
    }
    throw new MilepostError("internal", { reason: "a session changed too often to be kept" });
  };
  return {
    /** Returns false when the session is gone, or has no such game account. */
    choose: (of: Required<SessionOf>, game: GameAccountOf) => sealing(() => choose(of, game)),
  };
}

/** Returns the account with this game account first; undefined where it has none such. */
export function withFirst(account: LinkedAccount, game: GameAccountOf): LinkedAccount | undefined {
  const chosen = account.accounts.find((one) => isSameGame(one, game));
  if (chosen === undefined) return undefined;
  return { ...account, accounts: [chosen, ...account.accounts.filter((one) => one !== chosen)] };
}

/** Returns a freshly read account, with the previously chosen game account first. */
export function keepingChoice(account: LinkedAccount, before: LinkedAccount | undefined): LinkedAccount {
  if (before !== undefined && account.accounts.length === 0) return { ...account, accounts: before.accounts };
  const chosen = before?.accounts[0];
  return (chosen && withFirst(account, chosen)) ?? account;
}

export function isSameGame(one: GameAccountOf, other: GameAccountOf): boolean {
  return one.membershipType === other.membershipType && one.id === other.id;
}
