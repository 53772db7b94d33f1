import type { PostPort } from "../engine/ports.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import type { ReminderDestination, Tested } from "../../shared/reminder-service.ts";
import type { PostComposer } from "./compose-post.ts";

export interface TestPostDeps {
  readonly content: PostComposer;
  readonly post: PostPort;
  readonly newId: () => string;
}

/** Returns a function that posts once what a reminder would post now. Nothing of it is in the ledger. */
export function createSendTestPost({ content, post, newId }: TestPostDeps) {
  return async (
    reminder: ReminderRow,
    destination: ReminderDestination,
    signal: AbortSignal,
  ): Promise<Tested> => {
    const deliveryId = `test-${newId()}`;
    const { kind, target } = destination;
    const slot = reminder.next_slot ?? reminder.changed_at;
    const usefulUntil = reminder.useful_until ?? slot;
    const item = { reminder, slot, usefulUntil, lateMs: 0 };
    const composed = await content.composeTest(
      { items: [item], kind, target, deliveryId, mayBeDouble: false },
      signal,
    );
    if (composed.kind !== "post") return { kind: "nothing-to-say", reason: composed.reason };
    const answer = await post.send({ kind, target, deliveryId, body: composed.body }, signal);
    if (answer.kind === "refused") return { kind: "refused", reason: answer.name };
    return { kind: "sent", channelId: answer.channelId, messageId: answer.messageId ?? "" };
  };
}
