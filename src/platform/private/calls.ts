import { Calls } from "../calls.ts";
import type { OperationId } from "../profile/schema.ts";
import type { Parameters } from "../profile/template.ts";
import type { PrivateOptions } from "./client.ts";

/** Calls with a session: no cache, no shared flights. */
export class PrivateCalls extends Calls<PrivateOptions> {
  async ask<T>(
    operation: OperationId,
    given: Parameters,
    read: (payload: unknown) => T,
    { session, signal, background = false }: PrivateOptions,
  ) {
    const { profile, send, closing, decoders } = this.connection;
    const { payload, at } = await send({
      ...this.requestFor(operation, { ...given, locale: profile.locale.default }),
      class: "private",
      session,
      signal: signal === undefined ? closing : AbortSignal.any([closing, signal]),
      isBackground: background,
    });
    const { data, unread } = decoders.countUnread(() => read(payload));
    return { data, at, isStale: false, ...(unread > 0 && { unread }) };
  }
}
