import { Calls } from "../calls.ts";
import type { Answer } from "../http/request.ts";
import type { OperationId } from "../profile/schema.ts";
import type { Parameters } from "../profile/template.ts";
import type { PrivateOptions } from "./client.ts";

/** Calls with a session: no cache, no shared flights. */
export class PrivateCalls extends Calls<PrivateOptions> {
  async ask<T>(
    operation: OperationId,
    given: Parameters,
    read: (answer: Answer, asked: Parameters) => T,
    { session, signal, background = false }: PrivateOptions,
  ) {
    const { profile, send, closing, decoders } = this.connection;
    const asked = { ...given, locale: profile.locale.default };
    const answer = await send({
      ...this.requestFor(operation, asked),
      class: "private",
      session,
      signal: signal === undefined ? closing : AbortSignal.any([closing, signal]),
      isBackground: background,
    });
    const { data, unread } = decoders.countUnread(() => read(answer, asked));
    return { data, at: answer.at, isStale: false, ...(unread > 0 && { unread }) };
  }
}
