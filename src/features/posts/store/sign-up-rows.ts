import { randomBytes } from "node:crypto";

import { type Selectable, sql } from "kysely";

import { MINUTE_MS } from "../../../base/duration.ts";
import { nextSlot, parseRule, type Rule } from "../../../schedule/next-slot.ts";
import { onceAt } from "../../../schedule/phrase.ts";
import { datingOf, MOST_SIGN_UPS, readContent, type ReminderContent } from "../../../schedule/subject.ts";
import type { SignUpsTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import type { InvitingPost, MemberSignUp, SignedUp, SigningUp } from "../../posts/reminder-service.ts";
import { destinationOf, insertReminder, reminderRows, rowOf } from "./reminder-rows.ts";
import { TEST } from "./write-occurrences.ts";

type SignUpRow = Selectable<SignUpsTable>;

/** How long before the start those who come get their DM. */
const TOLD_BEFORE_MS = 15 * MINUTE_MS;
/** Sign-ups that come close together are one edit of the post. */
const EDITED_AFTER_MS = 1_000;

/** Returns a new reminder's id: 12 characters, which fit into a custom id beside a delivery id. */
export function newReminderId(): string {
  return randomBytes(9).toString("base64url");
}

/** Who signed up under posts. All changes of one list wait for each other. */
export function signUpRows(queries: Queries) {
  return {
    /** Returns a post's list, in order. */
    of: (post: InvitingPost) => listOf(queries, post),
    async ofMember(memberId: string): Promise<readonly MemberSignUp[]> {
      const all = queries.selectFrom("sign_ups").selectAll().where("member_id", "=", memberId);
      return (await all.orderBy("slot").execute()).map(
        ({ reminder_id: reminderId, slot, joined_at: joinedAt, comes }) => {
          return { reminderId, slot, joinedAt, comes: comes === 1 };
        },
      );
    },
    /** Signs up, once however often; "gone": no such post was planned. */
    join: (signing: SigningUp, now: number): Promise<SignedUp | "gone" | "full"> =>
      inList(queries, signing, (transaction) => join(transaction, signing, now)),
    /** Returns whether the member was on the list. The first who waits gets the place. */
    leave: (post: InvitingPost & { readonly memberId: string }, now: number): Promise<boolean> =>
      inList(queries, post, (transaction) => leave(transaction, post, now)),
    /** Fills the places that a reminder has now, and shows them in its posts. */
    async refill(reminderId: string, now: number): Promise<void> {
      const slots = queries.selectFrom("sign_ups").select("slot").distinct();
      for (const { slot } of await slots.where("reminder_id", "=", reminderId).execute())
        await inList(queries, { reminderId, slot }, (transaction) =>
          changed(transaction, { reminderId, slot }, now),
        );
    },
  };
}

function inList<T>(
  queries: Queries,
  { reminderId, slot }: InvitingPost,
  work: (transaction: Queries) => Promise<T>,
): Promise<T> {
  return writeTransaction(queries, work, `sign-ups ${reminderId} ${slot}`);
}

function listOf(queries: Queries, { reminderId, slot }: InvitingPost): Promise<readonly SignUpRow[]> {
  const all = queries.selectFrom("sign_ups").selectAll().where("reminder_id", "=", reminderId);
  return all.where("slot", "=", slot).orderBy("number").execute();
}

async function join(queries: Queries, signing: SigningUp, now: number): Promise<SignedUp | "gone" | "full"> {
  const { reminderId, slot, memberId, locale, zone } = signing;
  const occurrence = queries.selectFrom("occurrences").select("slot").where("reminder_id", "=", reminderId);
  if ((await occurrence.where("slot", "=", slot).executeTakeFirst()) === undefined) return "gone";
  const list = await listOf(queries, signing);
  const before = placeOf(list, memberId);
  if (before !== undefined) return before;
  if (list.length >= MOST_SIGN_UPS) return "full";
  const toldBy = await tellMember(queries, signing, now);
  const number = (list.at(-1)?.number ?? 0) + 1;
  const signUp = { reminder_id: reminderId, slot, member_id: memberId, number, locale, zone };
  await queries
    .insertInto("sign_ups")
    .values({ ...signUp, comes: 0, told_by: toldBy ?? null, joined_at: now })
    .execute();
  await changed(queries, signing, now, memberId);
  return placeOf(await listOf(queries, signing), memberId) ?? "gone";
}

function placeOf(list: readonly SignUpRow[], memberId: string): SignedUp | undefined {
  const mine = list.find((one) => one.member_id === memberId);
  if (mine === undefined) return undefined;
  const place = list.filter(({ comes, number }) => comes === mine.comes && number <= mine.number).length;
  return { comes: mine.comes === 1, place, isTold: mine.told_by !== null };
}

async function leave(
  queries: Queries,
  { memberId, ...post }: InvitingPost & { readonly memberId: string },
  now: number,
): Promise<boolean> {
  const gone = await queries
    .deleteFrom("sign_ups")
    .where("reminder_id", "=", post.reminderId)
    .where("slot", "=", post.slot)
    .where("member_id", "=", memberId)
    .returning("told_by")
    .executeTakeFirst();
  if (gone === undefined) return false;
  if (gone.told_by !== null) await reminderRows(queries).remove(gone.told_by);
  await changed(queries, post, now);
  return true;
}

/** Gives free places to those who wait, in order, tells all but `joining`, and has the post edited. */
async function changed(queries: Queries, post: InvitingPost, now: number, joining?: string): Promise<void> {
  const row = await reminderRows(queries).find(post.reminderId);
  const content = row && readContent(row);
  const { places = Number.POSITIVE_INFINITY } = content?.offers?.signUp ?? {};
  const list = await listOf(queries, post);
  const free = Math.max(0, places - list.filter(({ comes }) => comes === 1).length);
  for (const one of list.filter(({ comes }) => comes === 0).slice(0, Math.min(free, list.length))) {
    const { reminder_id: id, slot, member_id: memberId } = one;
    await queries
      .updateTable("sign_ups")
      .set({ comes: 1 })
      .where("reminder_id", "=", id)
      .where("slot", "=", slot)
      .where("member_id", "=", memberId)
      .execute();
    if (memberId === joining || content === undefined) continue;
    const signedUp = { of: id, slot, isMovedUp: true } as const;
    await insertOwn(queries, { ...one, memberId, content, signedUp, rule: onceAt(now) }, now - 1);
  }
  await queries
    .updateTable("deliveries")
    .set({
      // Always another value, so that an edit under way doesn't count as this one.
      edit_at: sql`case when edit_at > ${now} and edit_at <= ${now + EDITED_AFTER_MS}
        then edit_at - 1 else ${now + EDITED_AFTER_MS} end`,
    })
    .where("reminder_id", "=", post.reminderId)
    .where("slot", "=", post.slot)
    .where("state", "in", ["sending", "sent"])
    .where((row) => row.or([row("code", "is", null), row("code", "<>", TEST)]))
    .execute();
}

/** Makes the reminder before the start; returns its id, undefined where that is past. */
async function tellMember(queries: Queries, signing: SigningUp, now: number): Promise<string | undefined> {
  const { reminderId, slot, startAt } = signing;
  const announced = await reminderRows(queries).find(reminderId);
  if (announced === undefined) return undefined;
  const content = readContent(announced);
  const dated = parseRule(announced);
  // A date that comes but once may move, and the DM with it.
  const moves = dated.kind === "dated" && dated.edge === "start" && datingOf(content.subject) === "once";
  const rule: Rule = moves
    ? { kind: "dated", thing: dated.thing, edge: "start", leadMs: TOLD_BEFORE_MS }
    : onceAt(startAt - TOLD_BEFORE_MS);
  return insertOwn(queries, { ...signing, content, rule, signedUp: { of: reminderId, slot } }, now);
}

interface Own extends Pick<SigningUp, "memberId" | "locale" | "zone"> {
  readonly content: ReminderContent;
  readonly signedUp: ReminderContent["signedUp"];
  readonly rule: Rule;
  readonly startAt?: number;
}

async function insertOwn(queries: Queries, own: Own, now: number): Promise<string | undefined> {
  const { memberId, locale, zone, rule, startAt, signedUp } = own;
  const { subject, title } = own.content;
  const next = nextSlot(rule, now, startAt === undefined ? undefined : { startAt });
  if (next === undefined) return undefined;
  const common = { purpose: "personal", locale, zone, skipIfDone: false, publish: false } as const;
  const destination = { kind: "dm", target: memberId } as const;
  const content = { ...common, subject, title, signedUp };
  const id = newReminderId();
  const row = rowOf({ ownerId: memberId, destinations: [destination], rule, content }, id, now, next);
  await insertReminder(queries, row, [
    destinationOf(destination, { id: newReminderId(), reminderId: id, now }),
  ]);
  return id;
}
