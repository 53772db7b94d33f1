import { md, timestamp } from "../../../base/markdown.ts";
import { instantOf, localOf } from "../../../base/wall-time.ts";
import { parseRule } from "../../../schedule/next-slot.ts";
import { readContent } from "../../../schedule/subject.ts";
import type { ReminderStore } from "../engine/ports.ts";
import type { KnownDatesRow } from "../store/platform-rows.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import { titleOf } from "../view/post-words.ts";
import type { PostSignUp } from "../view/post-parts.ts";
import { edgeAt } from "./describe-dated.ts";
import type { Description, DescribeInput } from "./description.ts";

/** A post of an announcement. */
interface Slotted {
  readonly reminder: Pick<ReminderRow, "rule" | "content">;
  readonly slot: number;
}

/** Finds a subject's known dates. */
interface KnownDates {
  find(thing: string): Promise<KnownDatesRow | undefined>;
}

/** Returns when that starts which a post invites to; undefined where it takes no sign-ups, or nobody can say. */
export async function startOf({ reminder, slot }: Slotted, known: KnownDates): Promise<number | undefined> {
  const { offers, zone } = readContent(reminder);
  const rule = parseRule(reminder);
  if (offers?.signUp === undefined) return undefined;
  const { afterMs } = offers.signUp;
  if (afterMs !== undefined) return instantOf(zone, localOf(zone, slot) + afterMs);
  if (rule.kind !== "dated" || rule.edge !== "start") return undefined;
  return edgeAt(rule, slot, await known.find(rule.thing));
}

function toList({ reminder, slot }: { readonly reminder: ReminderRow; readonly slot: number }) {
  return { reminderId: reminder.id, slot };
}

/** Returns the sign-ups that a post shows; undefined where it takes none. */
export async function signUpOf(
  { reminder, slot }: { readonly reminder: ReminderRow; readonly slot: number },
  { store, known }: { readonly store: ReminderStore; readonly known: KnownDates },
): Promise<PostSignUp | undefined> {
  const startAt = await startOf({ reminder, slot }, known);
  if (startAt === undefined) return undefined;
  const list = await store.signUps.of(toList({ reminder, slot }));
  const idsOf = (comes: number) => list.filter((one) => one.comes === comes).map((one) => one.member_id);
  const places = readContent(reminder).offers?.signUp?.places;
  return { startAt, places, coming: idsOf(1), waiting: idsOf(0) };
}

/** Describes what a member signed up for: for those who come, before it starts; or that a place became free. */
export async function describeSignedUp(
  { item, content, context, known }: DescribeInput,
  store: ReminderStore,
): Promise<Description> {
  const { signedUp, title } = content;
  const announced = signedUp && (await store.reminders.find(signedUp.of));
  if (announced === undefined) return { kind: "skip", reason: "switched-off" };
  const post = { reminder: announced, slot: signedUp?.slot ?? 0 };
  const [startAt, list] = [await startOf(post, known), await store.signUps.of(toList(post))];
  const mine = list.find((one) => one.member_id === item.reminder.owner_id);
  if (mine?.comes !== 1 || startAt === undefined) return { kind: "skip", reason: "not-coming" };
  if (signedUp?.isMovedUp !== true)
    return { kind: "described", title, subject: { kind: "dated", edge: "start", at: startAt } };
  const { posts, shared } = context.view.texts;
  const start = shared.labelled(posts.facts.start, timestamp(startAt, "F"));
  const headline = posts.signUp.movedUp(titleOf({ title }));
  return { kind: "described", title, subject: { kind: "own", headline, list: [md`${start}`] } };
}
