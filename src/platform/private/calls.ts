import type { z } from "zod";

import { MilepostError } from "../../base/errors.ts";
import { listKeys, recordIn } from "../calls.ts";
import type { Dated } from "../client.ts";
import type { PlatformConnection } from "../connection.ts";
import type { Answer } from "../http/request.ts";
import type { OperationId } from "../profile/schema.ts";
import type { Parameters } from "../profile/template.ts";
import { readList } from "../read-list.ts";
import type { answers } from "../resources/answers.ts";
import { meaningOf } from "../resources/wire.ts";
import { routeOf } from "../route.ts";
import type { PrivateOptions } from "./client.ts";

type ListOperation = "characters" | "accounts.of";

/** How an operation becomes a request with a session, and its answer a value. No cache, no shared flights. */
export class PrivateCalls {
  readonly #connection: PlatformConnection;

  constructor(connection: PlatformConnection) {
    this.#connection = connection;
  }

  offers(operation: OperationId): boolean {
    return this.#connection.profile.operations[operation] !== undefined;
  }

  async record<T extends z.ZodType>(
    operation: OperationId & keyof typeof answers,
    schema: T,
    given: Parameters,
    options: PrivateOptions,
  ): Promise<Dated<z.output<T>>> {
    const { payload, at } = await this.#send(operation, given, options);
    const { pick } = this.#template(operation);
    const found = recordIn(operation, payload, pick);
    return { data: this.#connection.decoders.decode(schema, found, operation, pick), at, isStale: false };
  }

  async list<T extends z.ZodType>(
    operation: ListOperation,
    schema: z.ZodArray<T>,
    given: Parameters,
    options: PrivateOptions,
  ): Promise<Dated<readonly z.output<T>[]>> {
    const { payload, at } = await this.#send(operation, given, options);
    const { decoders, profile } = this.#connection;
    const template = this.#template(operation);
    const key = template.key ?? listKeys[operation] ?? "id";
    const keyPath = profile.renames[meaningOf(schema.element).record ?? ""]?.[key] ?? key;
    const { entries } = readList(decoders, payload, { operation, template, schema, keyPath });
    return { data: entries, at, isStale: false };
  }

  #send(operation: OperationId, given: Parameters, options: PrivateOptions): Promise<Answer> {
    const { profile, hosts, send, closing } = this.#connection;
    const template = this.#template(operation);
    const { session, signal, background = false } = options;
    return send({
      ...routeOf(profile, hosts, operation, { ...given, locale: profile.locale.default }),
      operation,
      class: "private",
      session,
      envelope: template.envelope ?? profile.envelope.kind,
      maxBytes: profile.limits.bodyBytes,
      signal: signal === undefined ? closing : AbortSignal.any([closing, signal]),
      isBackground: background,
    });
  }

  #template<Id extends OperationId>(operation: Id) {
    const template = this.#connection.profile.operations[operation];
    if (template === undefined) throw new MilepostError("not-offered", { operation });
    return template;
  }
}
