import { jsonOrNothing } from "../../base/json.ts";
import type { IncomingMessage, ServerResponse } from "node:http";

import { z } from "zod";

import { isMilepostError } from "../../base/errors.ts";
import type { Browsers } from "./browser/browsers.ts";
import { readUpTo, sendJson } from "./http.ts";
import { BODY_BYTES, passOn } from "./proxy-call.ts";

/** The embedded platform as the page uses it, whatever its current profile. */
export interface PlatformSide {
  readonly url: string;
  /** The simulated browsers; absent: the page has none. */
  readonly browsers?: Browsers;
  /** Returns the profiles to choose from, as the page shows them. */
  seen(): unknown;
  /** Switches to another profile; rejects with the reason. */
  use(key: string): Promise<void>;
}

/** The page's calls to the platform's control side. */
const CONTROLS: ReadonlyMap<string, { readonly method: string; readonly path: string }> = new Map([
  ["state", { method: "GET", path: "state" }],
  ["addFault", { method: "POST", path: "faults" }],
  ["clearFaults", { method: "DELETE", path: "faults" }],
  ["shape", { method: "POST", path: "shape" }],
  ["sessions", { method: "GET", path: "sessions" }],
  ["signIn", { method: "POST", path: "sessions" }],
  ["endSessions", { method: "DELETE", path: "sessions" }],
]);
const PROFILES = "profiles";
const USE_PROFILE = "useProfile";
const useOf = z.strictObject({ profile: z.string().max(64) });

/** Answers a call about the platform's profiles, or relays one to its control side. */
export async function answerPlatform(
  platforms: PlatformSide,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const control = CONTROLS.get(name);
  if (control === undefined && name !== PROFILES && name !== USE_PROFILE) {
    return sendJson(response, 404, { code: "unknown-method", message: "No such call." });
  }
  const body = await readUpTo(BODY_BYTES, request);
  if (body === undefined) {
    return sendJson(response, 413, { code: "bad-input", message: "Too much at once." });
  }
  if (name === PROFILES) return sendJson(response, 200, platforms.seen());
  if (control === undefined) return await useProfile(platforms, body, response);
  const { method, path } = control;
  const url = `${platforms.url}/_control/${path}`;
  passOn(response, method === "POST" ? body : undefined, { url, method, who: "The platform" });
}

async function useProfile(platforms: PlatformSide, body: Buffer, response: ServerResponse): Promise<void> {
  const asked = useOf.safeParse(jsonOrNothing(body.toString()));
  if (!asked.success) {
    return sendJson(response, 400, { code: "bad-input", message: "Name a profile." });
  }
  try {
    await platforms.use(asked.data.profile);
    sendJson(response, 200, platforms.seen());
  } catch (error) {
    const reason = isMilepostError(error) ? error.details.reason : undefined;
    if (reason === undefined) throw error;
    sendJson(response, 400, { code: "not-allowed", message: reason });
  }
}
