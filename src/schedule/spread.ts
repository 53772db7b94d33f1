import { createHash } from "node:crypto";

import { type Dates, LONGEST_LEAD_MS, nextSlot, type Rule } from "./next-slot.ts";

const SECOND_MS = 1000;
const SPREAD_SECONDS = 600;

/**
 * Returns the rule due up to ten minutes earlier, always the same for a member, so that a second press finds the first
 * one's reminder. Rules without a lead are unchanged.
 */
export function spreadOver(rule: Rule, memberId: string): Rule {
  if (rule.kind !== "dated" || rule.leadMs === 0) return rule;
  const digest = createHash("sha256").update(`${memberId}\n${rule.thing}`).digest();
  const earlier = (digest.readUInt32BE(0) % SPREAD_SECONDS) * SECOND_MS;
  const spreadMs = Math.min(earlier, LONGEST_LEAD_MS - rule.leadMs);
  return { ...rule, leadMs: rule.leadMs + spreadMs, spreadMs };
}

export function withoutSpread(rule: Rule): Rule {
  if (rule.kind !== "dated" || rule.spreadMs === undefined) return rule;
  const { spreadMs, ...own } = rule;
  return { ...own, leadMs: own.leadMs - spreadMs };
}

/** Returns the rule spread only into the time left, so that no reminder is due in the past. */
export function spreadWithin(
  rule: Rule,
  { now, dates }: { readonly now: number; readonly dates?: Dates | undefined },
): Rule {
  if (rule.kind !== "dated" || rule.spreadMs === undefined) return rule;
  const own = withoutSpread(rule);
  const leftMs = (nextSlot(own, now, dates)?.at ?? Infinity) - now;
  const share = leftMs / (SPREAD_SECONDS * SECOND_MS);
  if (share >= 1 || own.kind !== "dated") return rule;
  const spreadMs = Math.floor((rule.spreadMs * share) / SECOND_MS) * SECOND_MS;
  return { ...own, leadMs: own.leadMs + spreadMs, spreadMs };
}
