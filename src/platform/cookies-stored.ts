import { z } from "zod";

/** A cookie as it is sealed. */
export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Of this host alone, not of those below it. */
  readonly isHostOnly: boolean;
  readonly isSecure: boolean;
  readonly expiresAt?: number | undefined;
  /** When it was received. */
  readonly at: number;
}

/** Short names: they are stored with every session. */
const Stored = z.object({
  v: z.literal(1),
  cookies: z
    .array(
      z.object({
        n: z.string(),
        v: z.string(),
        d: z.string(),
        h: z.boolean(),
        s: z.boolean(),
        e: z.number().optional(),
        a: z.number(),
      }),
    )
    .max(64),
});

export function writeStoredCookies(cookies: readonly StoredCookie[]): string {
  const rows = cookies.map(({ name, value, domain, isHostOnly, isSecure, expiresAt, at }) => {
    return {
      n: name,
      v: value,
      d: domain,
      h: isHostOnly,
      s: isSecure,
      a: at,
      ...(expiresAt !== undefined && { e: expiresAt }),
    };
  });
  return JSON.stringify({ v: 1, cookies: rows } satisfies z.input<typeof Stored>);
}

/** Empty for a text that nobody here wrote; it is never repeated. */
export function readStoredCookies(text: string): readonly StoredCookie[] {
  const parsed = Stored.safeParse(parse(text));
  if (!parsed.success) return [];
  return parsed.data.cookies.map(({ n, v, d, h, s, e, a }) => {
    return { name: n, value: v, domain: d, isHostOnly: h, isSecure: s, expiresAt: e, at: a };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
