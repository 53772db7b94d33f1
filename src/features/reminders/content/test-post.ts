import type { PostPort } from "../engine/ports.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import type { ReminderDestination, Tested } from "../../shared/reminder-service.ts";
import type { PostContent } from "./post-content.ts";

export interface TestParts {
  readonly content: PostContent;
  readonly post: PostPort;
  readonly newId: () => string;
}

/** Posts what a reminder would say now, once, outside the ledger. */
export function createTestPost({ content, post, newId }: TestParts) {
  return async (reminder: ReminderRow, place: ReminderDestination, signal: AbortSignal): Promise<Tested> => {
    const deliveryId = `test-${newId()}`;
    const { kind, target } = place;
    const slot = reminder.next_slot ?? reminder.changed_at;
    const usefulUntil = reminder.useful_until ?? slot;
    const item = { reminder, slot, usefulUntil, lateMs: 0 };
    const composed = await content.composeTest(
      { items: [item], kind, target, deliveryId, mayBeDouble: false },
      signal,
    );
    if (composed.kind !== "post") return { kind: "nothing-to-say", reason: composed.reason };
    const answer = await post.send({ kind, target, deliveryId, body: composed.body }, signal);
    if (answer.kind === "refused") return { kind: "refused", code: answer.code, status: answer.status };
    return { kind: "sent", channelId: answer.channelId, messageId: answer.messageId ?? "" };
  };
}
