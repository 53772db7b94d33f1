import { MilepostError } from "../../../base/errors.ts";
import type { NewReminder, ReminderDestination } from "../reminder-service.ts";
import { checkRule, type Rule } from "../../../schedule/next-slot.ts";
import { withoutSpread } from "../../../schedule/spread.ts";
import {
  datingOf,
  readContent,
  type ReminderContent,
  subjectOfKey,
  watchOf,
} from "../../../schedule/subject.ts";

/** Throws "bad-input" for a rule or content that can't be stored, or that would show a member's own data to others. */
export function checkReminder({
  ownerId,
  rule,
  content,
  destinations,
}: Pick<NewReminder, "ownerId" | "rule" | "content"> & {
  readonly destinations: readonly ReminderDestination[];
}): void {
  checkRule(rule);
  checkContent(content);
  if (rule.kind === "dated" && subjectOfKey(rule.thing) === undefined) refuse("nothing is dated by that key");
  if (rule.kind === "watch" && rule.what !== watchOf(content.subject))
    refuse("nothing new can be seen of it");
  const isPersonal = content.purpose === "personal";
  if (isPersonal && destinations.some(({ kind, target }) => kind === "dm" && target !== ownerId)) {
    refuse("somebody else's messages");
  }
  if (!isPersonal && destinations.some(({ kind }) => kind === "dm")) refuse("announcements go to channels");
  const isOwn = content.subject.kind === "own" || content.skipIfDone;
  if (isOwn && (!isPersonal || destinations.some(({ kind }) => kind !== "dm"))) {
    refuse("a member's own progress goes to their direct messages only");
  }
  if (isPersonal ? content.roleId !== undefined : content.repeat !== undefined) {
    refuse("roles are for announcements, asking again is for one's own");
  }
}

/** Returns a key that is equal for two reminders of one owner with the same subject, times and destinations. */
export function identityKey(given: {
  readonly rule: Rule;
  readonly content: ReminderContent;
  readonly destinations: readonly ReminderDestination[];
}): string {
  const { subject, purpose, roleId } = given.content;
  // The spread depends on the minute a reminder was set in.
  const rule = withoutSpread(given.rule);
  // A day or week ends when the next one starts.
  const meant = rule.kind === "dated" && datingOf(subject) === "recurring" ? { ...rule, edge: "end" } : rule;
  const places = given.destinations.map(({ kind, target }) => `${kind}:${target}`).sort();
  return JSON.stringify([purpose, sorted(subject), sorted(meant), roleId ?? null, places]);
}

function checkContent(content: ReminderContent): void {
  try {
    readContent({ content: JSON.stringify(content) });
  } catch (error) {
    const reason = "the reminder says too much, or nothing";
    throw new MilepostError("bad-input", { reason }, { cause: error });
  }
}

function refuse(reason: string): never {
  throw new MilepostError("bad-input", { reason });
}

function sorted(value: object): readonly [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
