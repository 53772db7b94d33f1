import { valueAt } from "../json/path.ts";
import type { Profile } from "../profile/schema.ts";
import { readTime } from "../resources/dates.ts";
import { type Arrived, theirNow } from "./asked-wait.ts";
import { linesOf } from "./request.ts";

/**
 * Returns when an answer was made, in milliseconds since 1970: by its own word, where the profile says which, or by its
 * age in a cache (RFC 9111, 5.1); else when it arrived.
 */
export function madeAt(arrived: Arrived, { envelope }: Profile, body: unknown): number {
  const { now, raw } = arrived;
  const { madeAt: path } = envelope.members;
  const said = path === undefined ? undefined : valueAt(body, path);
  const made = typeof said === "string" || typeof said === "number" ? readTime(said) : undefined;
  const sinceMs = made === undefined ? 0 : theirNow(arrived) - made;
  const [age = ""] = linesOf(raw.headers["age"]);
  const cachedMs = /^\d{1,9}$/.test(age.trim()) ? Number(age) * 1_000 : 0;
  return now - Math.max(0, sinceMs, cachedMs);
}
