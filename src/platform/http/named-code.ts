import type { ErrorDetails } from "../../base/errors.ts";
import type { PlatformRequest } from "./request.ts";

const NAME = /^[A-Za-z0-9_.-]{1,40}$/;
/** What is made up at random, such as a token, has more. */
const MOST_DIGITS = 8;
/** Shorter ones stand in cookies by chance. */
const SHORTEST_SECRET = 6;

/**
 * Returns the code an answer gives its error, for the log: a number, or a text that can be a name, `E_NOT_TODAY`. One
 * that repeats a part of the session it was asked with is left out.
 */
export function namedCode(code: unknown, request: PlatformRequest): Pick<ErrorDetails, "platformCode"> {
  if (typeof code === "number") return { platformCode: code };
  if (typeof code !== "string" || !NAME.test(code)) return {};
  const isRandom = code.replaceAll(/\D/g, "").length > MOST_DIGITS;
  return isRandom || wasSent(code, request) ? {} : { platformCode: code };
}

function wasSent(code: string, { session, url }: PlatformRequest): boolean {
  if (code.length < SHORTEST_SECRET || session === undefined) return false;
  const sent = [session.cookie(url), session.csrf(), session.authorization?.(url)];
  return sent.some((text) => text?.includes(code) === true);
}
