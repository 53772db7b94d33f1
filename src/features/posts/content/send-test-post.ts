import type { ContentPort, PostPort } from "../engine/ports.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import type { ReminderDestination, TestResult } from "../reminder-service.ts";

interface TestPost extends ReminderDestination {
  readonly reminder: ReminderRow;
  readonly deliveryId: string;
}

/** Posts once what a reminder would post now, outside the ledger. */
export async function sendTestPost(
  content: ContentPort,
  post: PostPort,
  { reminder, ...destination }: TestPost,
  signal: AbortSignal,
): Promise<TestResult> {
  const slot = reminder.next_slot ?? reminder.changed_at;
  const item = { reminder, slot, usefulUntil: reminder.useful_until ?? slot, lateMs: 0 };
  const input = { ...destination, items: [item] as const, mayBeDouble: false, isTest: true };
  const composed = await content.compose(input, signal);
  if (composed.kind !== "post") return { kind: "nothing-to-say", reason: composed.reason };
  const answer = await post.send({ ...destination, body: composed.body }, signal);
  if (answer.kind === "refused") return { kind: "refused", reason: answer.name };
  return { kind: "sent", channelId: answer.channelId, messageId: answer.messageId ?? "" };
}
