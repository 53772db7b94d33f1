import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import { md } from "../../../base/markdown.ts";
import { type MilepostError, isMilepostError } from "../../../base/errors.ts";
import { isUserError } from "../../../discord/interaction/failure.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { type Messages, messagesFor } from "../../../messages/catalog.ts";
import { waitInWords } from "../view/length-in-words.ts";

/**
 * Returns the reply to a failure: what happened, what to do next, and the log's reference if it was logged. Shows
 * nothing of the error but its code and how long to wait.
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

/** Returns the text alone, without a reference. */
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

/** Returns whole seconds, rounded up; undefined where a wait is unknown or makes no sense. */
function waitSeconds({ code, details }: MilepostError): number | undefined {
  const ms = details.retryAfterMs;
  if (ms === undefined || !(ms > 0) || ms > HOUR_MS) return undefined;
  // This is the breaker's wait; maintenance takes longer than seconds.
  if (code === "platform-maintenance" && ms < MINUTE_MS) return undefined;
  return Math.ceil(ms / 1000);
}
