import { MilepostError } from "../../base/errors.ts";
import type { PlatformConnection } from "../connection.ts";
import { HttpPlayerClient } from "../player-client.ts";
import { findAccount, findOwner } from "./account.ts";
import { PrivateCalls } from "./calls.ts";
import { checkSession } from "./check-session.ts";
import type { PrivateClient, PrivateOptions } from "./client.ts";

type Query<Name extends keyof PrivateClient> = globalThis.Parameters<PrivateClient[Name]>[0];

/** The private side of a connection. It ends with the connection. */
export function createPrivateClient(connection: PlatformConnection): PrivateClient {
  return new HttpPrivateClient(new PrivateCalls(connection));
}

class HttpPrivateClient extends HttpPlayerClient<PrivateOptions> implements PrivateClient {
  readonly #calls: PrivateCalls;

  constructor(calls: PrivateCalls) {
    super(calls);
    this.#calls = calls;
  }

  async checkSession(options: PrivateOptions) {
    return checkSession(this.#calls.connection, () => findAccount(this.#calls, options), options);
  }

  async accountCurrent(options: PrivateOptions) {
    const account = await findAccount(this.#calls, options);
    if (account === undefined) throw new MilepostError("not-offered", { operation: "account.current" });
    return account;
  }

  async owner(options: Query<"owner">) {
    return findOwner(this.#calls, options);
  }

  async vault(query: Query<"vault">) {
    const { enums } = this.#calls.connection;
    const given = enums.parameters("membershipType", "MembershipType", query.membershipType);
    return this.#calls.record("vault", given, query);
  }
}
