import { HOUR_MS } from "../../../base/duration.ts";
import { type DatedRule, parseRule, type Rule } from "../../../schedule/next-slot.ts";
import { isTimed, readContent, subjectKey, type TimedSubject } from "../../../schedule/subject.ts";
import type { KnownDatesRow } from "../store/platform-rows.ts";
import { type DatedSource, sourceOf } from "./dated-sources.ts";
import type { Age } from "../../kit/view/view-context.ts";
import { hasCapability } from "../../kit/command/capabilities.ts";
import {
  type DescribeInput,
  type Description,
  orTrouble,
  type PlatformTrouble,
  suspendUntil,
} from "./description.ts";
import type { KnownDatesStore } from "../engine/known-dates.ts";
import type { PostItem } from "../engine/ports.ts";

/**
 * Describes a milestone or an event at its planned date, from the known dates: an answer without it ends nothing. Waits
 * for the end of maintenance while there is time.
 */
export async function describeDated(describing: DescribeInput, subject: TimedSubject): Promise<Description> {
  const { item, rule, known, content } = describing;
  const row = periodOf(await known.find(subjectKey(subject) ?? ""), rule, item.slot);
  const trouble = await sourceTrouble(describing, subject);
  const waits = trouble === "maintenance" ? suspendUntil(describing, trouble) : undefined;
  if (waits !== undefined) return waits;
  const edge = rule.kind === "dated" ? rule.edge : "end";
  const at = rule.kind === "dated" ? edgeAt(rule, item.slot, row) : (row?.end_at ?? undefined);
  const endAt = edge === "end" ? at : endAfter(at, row);
  const { title, ...details } = await detailsOf(describing, subject, row);
  const age = trouble === undefined ? undefined : ageOf(trouble, row);
  return {
    kind: "described",
    title: title === "" ? content.title : title,
    subject: {
      kind: "dated",
      key: subjectKey(subject),
      edge,
      at,
      endAt,
      age,
      ...details,
    },
    endAt,
  };
}

/** Returns the date a slot is about; for a repeat or snooze, the known one. */
export function edgeAt(rule: DatedRule, slot: number, known: KnownDatesRow | undefined): number {
  const planned = slot + rule.leadMs;
  const row = periodOf(known, rule, slot);
  const found = row && edgeOf(row, rule.edge);
  if (row === undefined || found === undefined) return planned;
  return isNextPeriod(row, rule.edge, planned) ? planned : found;
}

/** Returns the known dates; of a subject that comes again and again, those of the period a slot is about. */
function periodOf(row: KnownDatesRow | undefined, rule: Rule, slot: number): KnownDatesRow | undefined {
  const found = row && edgeOf(row, rule.kind === "dated" ? rule.edge : "end");
  if (!row?.every_ms || found === undefined) return row;
  const { start_at: start, end_at: end, every_ms: every } = row;
  const periods =
    rule.kind === "dated"
      ? Math.round((slot + rule.leadMs - found) / every)
      : Math.ceil((slot - found) / every);
  const later = periods * every;
  return { ...row, start_at: start && start + later, end_at: end && end + later };
}

/** Returns a known start or end. A subject without an end of its own ends as it begins anew. */
function edgeOf({ start_at, end_at, every_ms }: KnownDatesRow, edge: DatedRule["edge"]): number | undefined {
  const found = edge === "start" ? start_at : (end_at ?? (every_ms && start_at));
  return found ?? undefined;
}

/** Returns when the period ends that this slot's post was about; undefined where no end is known. */
export async function endedAt(
  { reminder, slot }: Pick<PostItem, "reminder" | "slot">,
  now: number,
  known: KnownDatesStore,
): Promise<number | undefined> {
  const rule = parseRule(reminder);
  const { subject } = readContent(reminder);
  if (rule.kind !== "dated" || !isTimed(subject)) return undefined;
  const row = periodOf(await known.find(rule.thing), rule, slot);
  const at = edgeAt(rule, slot, row);
  if (row === undefined) return rule.edge === "end" ? at : undefined;
  if (isNextPeriod(row, rule.edge, at))
    return Math.min(rule.edge === "end" ? at : (row.start_at ?? now), now);
  return row.end_at ?? undefined;
}

/** Returns whether the known dates belong to a later period than this one. */
function isNextPeriod(
  { start_at: start, end_at: end, every_ms: every }: KnownDatesRow,
  edge: "start" | "end",
  at: number,
): boolean {
  if (start === null || end === null || every !== null) return false;
  return edge === "start" ? start > at : start >= at - Math.min(HOUR_MS, (end - start) / 2);
}

function endAfter(at: number | undefined, row: KnownDatesRow | undefined): number | undefined {
  const end = row?.end_at ?? undefined;
  return end !== undefined && (at === undefined || end > at) ? end : undefined;
}

function ageOf(trouble: PlatformTrouble, row: KnownDatesRow | undefined): Age | undefined {
  if (row === undefined) return undefined;
  return { at: row.seen_at, isStale: true, isMaintenance: trouble === "maintenance" };
}

/** Returns why the platform can't confirm anything now; undefined where it answers, or isn't asked. */
async function sourceTrouble(
  { context }: DescribeInput,
  subject: TimedSubject,
): Promise<PlatformTrouble | undefined> {
  const { list } = sourceOf(subject);
  if (list === undefined || !hasCapability(context, list.capability)) return undefined;
  const dated = await orTrouble(list.ask(context));
  if (typeof dated === "string") return dated;
  if (!dated.isStale) return undefined;
  return dated.isMaintenance === true ? "maintenance" : "platform";
}

async function detailsOf(
  { context }: DescribeInput,
  subject: TimedSubject,
  row: KnownDatesRow | undefined,
): ReturnType<DatedSource["details"]> {
  const read = await orTrouble(sourceOf(subject).details(context, subject));
  const details = typeof read === "string" ? { title: "" } : read;
  return details.title === "" ? { ...details, title: row?.title ?? "" } : details;
}
