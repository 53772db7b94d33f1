import { type IncomingMessage, request as ask } from "node:http";
import type { LookupFunction } from "node:net";

import { readUpTo } from "../http.ts";
import type { Header } from "./view.ts";

const PAGE_BYTES = 1024 * 1024;
const ANSWER_WITHIN_MS = 15_000;

export interface Outgoing {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: readonly Header[];
  readonly body: string;
}

export interface Incoming {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly location: string | undefined;
  readonly setCookies: readonly string[];
  readonly isHtml: boolean;
  readonly text: string;
}

/** Sends a request and returns the answer, without following redirects. Rejects on failure or timeout. */
export function fetchPage({ url, method, headers, body }: Outgoing): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const sent = ask(url, {
      method,
      headers: Object.fromEntries(headers),
      lookup: lookupHere,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    sent.on("error", reject);
    sent.on("response", (answer) => void read(answer).then(resolve, reject));
    sent.end(body);
  });
}

async function read(answer: IncomingMessage): Promise<Incoming> {
  const { rawHeaders, headers } = answer;
  const listed = rawHeaders.flatMap((name, at): Header[] =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ""]] : [],
  );
  return {
    status: answer.statusCode ?? 0,
    headers: listed,
    location: headers.location,
    setCookies: headers["set-cookie"] ?? [],
    isHtml: /^text\/html\b/i.test(headers["content-type"] ?? ""),
    text: await readText(answer),
  };
}

async function readText(answer: IncomingMessage): Promise<string> {
  const body = await readUpTo(PAGE_BYTES, answer);
  if (body === undefined) throw new RangeError("the page is too large");
  return body.toString("utf8");
}

/** Names under `.localhost` are this machine, even where the system can't resolve them. */
const lookupHere: LookupFunction = (_hostname, options, callback) => {
  if (options.all === true) callback(null, [{ address: "127.0.0.1", family: 4 }]);
  else callback(null, "127.0.0.1", 4);
};
