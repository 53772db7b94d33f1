import { MilepostError } from "../../base/errors.ts";
import { sessionRows } from "./session-rows.ts";
import { cookiesContext, openAccount, readAccount, sealNext } from "./seal-session.ts";
import type { LinkedAccount, SessionOf } from "../session.ts";
import { sessionDeps, type SessionStoreOptions } from "./session-deps.ts";

/** One of the game accounts of a profile. */
export type GameAccountOf = Pick<LinkedAccount["accounts"][number], "membershipType" | "id">;

export type GameChoice = ReturnType<typeof createGameChoice>;

/** A session that is renewed at the same time changes its row too. */
const MOST_TRIES = 8;

/** Which of its game accounts a session is asked for. It is remembered sealed: the chosen one stands first. */
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
    /** False when the session is gone, or has no such game account. */
    choose: (of: Required<SessionOf>, game: GameAccountOf) => sealing(() => choose(of, game)),
  };
}

/** The account with this game account before its others; undefined where it has none such. */
export function withFirst(account: LinkedAccount, game: GameAccountOf): LinkedAccount | undefined {
  const chosen = account.accounts.find((one) => isSameGame(one, game));
  if (chosen === undefined) return undefined;
  return { ...account, accounts: [chosen, ...account.accounts.filter((one) => one !== chosen)] };
}

/** An account that was asked for anew, with the game account first that was first before. */
export function keepingChoice(account: LinkedAccount, before: LinkedAccount | undefined): LinkedAccount {
  const chosen = before?.accounts[0];
  return (chosen && withFirst(account, chosen)) ?? account;
}

export function isSameGame(one: GameAccountOf, other: GameAccountOf): boolean {
  return one.membershipType === other.membershipType && one.id === other.id;
}
