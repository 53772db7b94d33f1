import { createHash } from "node:crypto";

import { DAY_MS } from "../../../base/duration.ts";
import type { Rule } from "./next-slot.ts";

const SECOND_MS = 1000;
const SPREAD_SECONDS = 600;
const LONGEST_LEAD_MS = 7 * DAY_MS;

/**
 * A rule that many share by one button, up to ten minutes earlier: the same for the same member each time, so that a
 * second press finds the first one's. What has no lead can't come earlier.
 */
export function spreadOver(rule: Rule, memberId: string): Rule {
  if (rule.kind !== "dated" || rule.leadMs === 0) return rule;
  const digest = createHash("sha256").update(`${memberId}\n${rule.thing}`).digest();
  const earlier = (digest.readUInt32BE(0) % SPREAD_SECONDS) * SECOND_MS;
  const spreadMs = Math.min(earlier, LONGEST_LEAD_MS - rule.leadMs);
  return { ...rule, leadMs: rule.leadMs + spreadMs, spreadMs };
}
