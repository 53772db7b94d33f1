import { z } from "zod";

import { jsonOrNothing } from "../base/json.ts";

/** A cookie as it is sealed. */
export type StoredCookie = Readonly<z.output<typeof Row>>;

/** Short names, since they are stored with every session. */
const Row = z
  .object({
    n: z.string(),
    v: z.string(),
    d: z.string(),
    h: z.boolean(),
    s: z.boolean(),
    e: z.number().optional(),
    a: z.number(),
  })
  .transform(({ n, v, d, h, s, e, a }) => ({
    name: n,
    value: v,
    domain: d,
    /** Only this host, not its subdomains. */
    isHostOnly: h,
    isSecure: s,
    expiresAt: e,
    /** When it was received. */
    at: a,
  }));
const Stored = z.object({ v: z.literal(1), cookies: z.array(Row).max(64) });

export function writeStoredCookies(cookies: readonly StoredCookie[]): string {
  const rows = cookies.map(({ name, value, domain, isHostOnly, isSecure, expiresAt, at }) => {
    return { n: name, v: value, d: domain, h: isHostOnly, s: isSecure, a: at, e: expiresAt };
  });
  return JSON.stringify({ v: 1, cookies: rows } satisfies z.input<typeof Stored>);
}

/** Returns the stored cookies; none for an unreadable text, which is never quoted. */
export function readStoredCookies(text: string): readonly StoredCookie[] {
  const parsed = Stored.safeParse(jsonOrNothing(text));
  return parsed.success ? parsed.data.cookies : [];
}
