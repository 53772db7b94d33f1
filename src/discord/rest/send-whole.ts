import { DefaultRestOptions, type RESTOptions } from "@discordjs/rest";

import { DAY_MS } from "../../base/duration.ts";

const send = DefaultRestOptions.makeRequest;

/** Discord's longest limits last for a day. */
const LONGEST_SECONDS = DAY_MS / 1_000;
/** The headers of rate limits, with the largest number each may hold. */
const LIMITS: Readonly<Record<string, number>> = {
  "retry-after": LONGEST_SECONDS,
  "x-ratelimit-reset-after": LONGEST_SECONDS,
  "x-ratelimit-limit": Number.MAX_SAFE_INTEGER,
  "x-ratelimit-remaining": Number.MAX_SAFE_INTEGER,
};

/**
 * Sends a request and reads its answer whole. The library ends its time for a request with the headers: a body that
 * stalls would keep it, and whatever waits for the same route, for five minutes. Limits that can't be read count as not
 * given: the library would hold a route back for ever.
 */
export const sendWhole: RESTOptions["makeRequest"] = async (url, init) => {
  const { status, statusText, headers, ok, ...answer } = await send(url, init);
  const bytes = await answer.arrayBuffer();
  dropOddLimits(headers);
  const text = async () => Buffer.from(bytes).toString();
  return {
    status,
    statusText,
    headers,
    ok,
    body: null,
    bodyUsed: false,
    arrayBuffer: async () => bytes,
    text,
    json: async (): Promise<unknown> => JSON.parse(await text()),
  };
};

function dropOddLimits(headers: Awaited<ReturnType<typeof send>>["headers"]): void {
  for (const [name, most] of Object.entries(LIMITS)) {
    const given = headers.get(name);
    if (given === null) continue;
    const number = Number(given);
    if (Number.isNaN(number)) headers.delete(name);
    else headers.set(name, String(Math.min(Math.max(number, 0), most)));
  }
}
