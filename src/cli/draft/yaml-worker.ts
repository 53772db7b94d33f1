import { parentPort } from "node:worker_threads";

import { parse } from "yaml";

/** A worker, as some texts would keep the parser busy for minutes: whoever started it can end it. */
parentPort?.on("message", (text: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
  parentPort?.postMessage(read(text));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage("ready");

function read(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    const options = { merge: true, intAsBigInt: true, uniqueKeys: false, logLevel: "error" } as const;
    return { value: withoutLongIntegers(parse(text, options)) };
  } catch (error) {
    const [reason = ""] = error instanceof Error ? error.message.split("\n", 1) : [];
    return { fault: reason.slice(0, 120) };
  }
}

/** Replaces integers as `parseJson` does: those beyond 2^53 become text. Aliases make one object of many places. */
function withoutLongIntegers(value: unknown): unknown {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const [name, member] of Object.entries(next)) {
      if (typeof member === "bigint") Reflect.set(next, name, shortOf(member));
      else waiting.push(member);
    }
  }
  return typeof value === "bigint" ? shortOf(value) : value;
}

function shortOf(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
