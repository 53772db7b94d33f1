import { z } from "zod";

import { MilepostError } from "../../base/errors.ts";
import type { PlatformConnection } from "../connection.ts";
import type { Parameters } from "../profile/template.ts";
import { answers } from "../resources/answers.ts";
import { checkSpan } from "../stats-span.ts";
import { findAccount, findOwner } from "./account.ts";
import { PrivateCalls } from "./calls.ts";
import { checkSession } from "./check-session.ts";
import type { PrivateClient, PrivateOptions } from "./client.ts";

type Query<Name extends keyof PrivateClient> = globalThis.Parameters<PrivateClient[Name]>[0];

const characters = z.array(answers.characters);

/** The private side of a connection. It ends with the connection. */
export function createPrivateClient(connection: PlatformConnection): PrivateClient {
  return new HttpPrivateClient(connection);
}

class HttpPrivateClient implements PrivateClient {
  readonly #connection: PlatformConnection;
  readonly #calls: PrivateCalls;

  constructor(connection: PlatformConnection) {
    this.#connection = connection;
    this.#calls = new PrivateCalls(connection);
  }

  async checkSession(options: PrivateOptions) {
    const prove = () => findAccount(this.#connection, this.#calls, options);
    return checkSession(this.#connection, prove, options);
  }

  async accountCurrent(options: PrivateOptions) {
    const account = await findAccount(this.#connection, this.#calls, options);
    if (account === undefined) throw new MilepostError("not-offered", { operation: "account.current" });
    return account;
  }

  async owner(options: Query<"owner">) {
    return findOwner(this.#connection, this.#calls, options);
  }

  async userById(query: Query<"userById">) {
    const { membershipId } = query;
    return this.#calls.record("user.byId", answers["user.byId"], { membershipId }, query);
  }

  async vault(query: Query<"vault">) {
    return this.#calls.record("vault", answers.vault, this.#type(query.membershipType), query);
  }

  async characters(query: Query<"characters">) {
    return this.#calls.list("characters", characters, this.#player(query), query);
  }

  async progression(query: Query<"progression">) {
    return this.#calls.record("progression", answers.progression, this.#player(query), query);
  }

  async statsAccount(query: Query<"statsAccount">) {
    return this.#calls.record("stats.account", answers["stats.account"], this.#player(query), query);
  }

  async statsCharacter(query: Query<"statsCharacter">) {
    const { profile, enums } = this.#connection;
    checkSpan(query, profile.limits.statsDays);
    const given = {
      ...this.#player(query),
      ...enums.parameters("mode", "ActivityMode", query.mode),
      ...enums.parameters("period", "PeriodType", enums.period(query.period)),
      character: query.character,
      from: query.from,
      to: query.to,
    };
    return this.#calls.record("stats.character", answers["stats.character"], given, query);
  }

  #type(membershipType: number): Parameters {
    return this.#connection.enums.parameters("membershipType", "MembershipType", membershipType);
  }

  #player(query: { readonly membershipType: number; readonly id: string }): Parameters {
    return { id: query.id, ...this.#type(query.membershipType) };
  }
}
