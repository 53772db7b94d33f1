import type { Cookie } from "tough-cookie";

import { HOUR_MS } from "../base/duration.ts";

/** An end that moved by less is not worth a write. */
const RENEWED_BY_MS = HOUR_MS;

/** What tells whether an answer changed a cookie. */
export interface Seen {
  readonly value: string;
  readonly end: number | undefined;
}

export function seenOf(cookie: Cookie): Seen {
  return { value: cookie.value, end: endOf(cookie) };
}

/** When it ends, milliseconds since 1970; undefined where the platform did not say. */
export function endOf({ expires }: Pick<Cookie, "expires">): number | undefined {
  return expires instanceof Date ? expires.getTime() : undefined;
}

/** Whether its value is new, or its end moved by so much that it is worth a write. */
export function isRenewed(before: Seen | undefined, after: Seen | undefined): boolean {
  if (after === undefined) return false;
  if (before === undefined || before.value !== after.value) return true;
  const [was, is] = [before.end, after.end];
  return was !== is && (was === undefined || is === undefined || Math.abs(is - was) > RENEWED_BY_MS);
}
