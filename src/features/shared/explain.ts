import { HOUR_MS, MINUTE_MS } from "../../base/duration.ts";
import { md } from "../../base/markdown.ts";
import { type MilepostError, isMilepostError } from "../../base/errors.ts";
import { isUserError } from "../../discord/interaction/is-user-error.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import { type Messages, messagesFor } from "../../messages/catalog.ts";
import { waitInWords } from "./view/length-in-words.ts";

/**
 * What a member reads of a failure: what happened, what to do next, and the reference under which the log has
 * it, where it has. Nothing of the error itself but its code and how long to wait.
 */
export function explain(
  error: unknown,
  { locale, reference }: { readonly locale: string; readonly reference: string },
): Reply {
  const messages = messagesFor(locale);
  const { errors } = messages;
  const { title, next } = explanation(error, messages);
  const said = md`**${title}**\n${next}`;
  const text = isUserError(error) ? said : md`${said}\n-# ${errors.reference(reference)}`;
  return { tone: "alert", blocks: [{ type: "text", text }] };
}

/** The same in words, without a reference. */
export function explanation(
  error: unknown,
  { errors, language }: Messages,
): { readonly title: string; readonly next: string } {
  const known: MilepostError | undefined = isMilepostError(error) ? error : undefined;
  const text = errors.byCode[known?.code ?? "internal"];
  const wait = known === undefined ? undefined : waitSeconds(known);
  return {
    title: text.title,
    next: wait === undefined ? text.next : errors.tryAgain(waitInWords(wait, language)),
  };
}

/** Whole seconds, rounded up; undefined where nothing is known or it would be nonsense to wait for. */
function waitSeconds({ code, details }: MilepostError): number | undefined {
  const ms = details.retryAfterMs;
  if (ms === undefined || !(ms > 0) || ms > HOUR_MS) return undefined;
  // Seconds are the breaker's: no maintenance is over by then.
  if (code === "platform-maintenance" && ms < MINUTE_MS) return undefined;
  return Math.ceil(ms / 1000);
}
