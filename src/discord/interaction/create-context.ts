import type { Clock } from "../../base/clock.ts";
import type { InvocationContext } from "../command/invocation-context.ts";
import type { AskAgeRestriction } from "../rest/age-restrictions.ts";
import { namedHereOf } from "./incoming.ts";
import { type Invocation, localeOf } from "./invocation.ts";
import { resolvedOf } from "./resolved.ts";

export interface ContextParts {
  readonly clock: Clock;
  readonly mention: (command: string) => string;
  readonly isAgeRestricted: AskAgeRestriction;
}

interface Reader {
  readonly isEphemeral: boolean;
  readonly signal: AbortSignal;
}

/** Returns what a run gets, of what the interaction itself says. */
export function createContext(
  { clock, mention }: ContextParts,
  invocation: Invocation,
  { isEphemeral, signal }: Reader,
): InvocationContext {
  const isPrivate = isEphemeral || invocation.site.kind === "bot-dm";
  return {
    member: invocation.member,
    site: invocation.site,
    namedHere: namedHereOf(invocation.incoming),
    resolved: resolvedOf(invocation.incoming),
    locale: localeOf(invocation, isPrivate),
    isPrivate,
    signal,
    now: clock.now(),
    applicationId: invocation.incoming.application_id,
    reference: invocation.reference,
    mention,
  };
}

/** The same with what Discord leaves out of an interaction, once there is time to ask. */
export async function askContext(
  parts: ContextParts,
  invocation: Invocation,
  reader: Reader,
): Promise<InvocationContext> {
  const context = createContext(parts, invocation, reader);
  const isAgeRestricted = await parts.isAgeRestricted(invocation.site);
  return { ...context, site: { ...context.site, isAgeRestricted } };
}
