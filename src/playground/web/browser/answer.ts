import type { IncomingMessage, ServerResponse } from "node:http";

import { parseJson, readUpTo, sendJson } from "../http.ts";
import type { Browsers } from "./browsers.ts";

const ASK_BYTES = 64 * 1024;

/** Answers one call of the page's browser window. */
export async function answerBrowser(
  browsers: Browsers,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readUpTo(ASK_BYTES, request);
  const ask = body && parseJson(body);
  const view = ask === undefined ? undefined : await browsers.call(name, ask);
  if (view !== undefined) return sendJson(response, 200, view);
  sendJson(response, 400, { code: "bad-input", message: "The browser couldn't read that." });
}
