import type { Clock } from "../../base/clock.ts";
import type { InvocationContext, Resolved, ResolvedChannel } from "../command/invocation-context.ts";
import type { AskAgeRestriction } from "../rest/age-restrictions.ts";
import type { Incoming } from "./incoming.ts";
import { type Invocation, localeOf } from "./invocation.ts";

export interface ContextParts {
  readonly clock: Clock;
  readonly mention: (command: string) => string;
  readonly isAgeRestricted: AskAgeRestriction;
}

interface Reader {
  readonly isEphemeral: boolean;
  readonly signal: AbortSignal;
}

/** Returns the context of a run, from the interaction alone. */
export function createContext(
  { clock, mention }: ContextParts,
  invocation: Invocation,
  { isEphemeral, signal }: Reader,
): InvocationContext {
  const isPrivate = isEphemeral || invocation.site.kind === "bot-dm";
  return {
    member: invocation.member,
    site: invocation.site,
    namedHere: new Set(Object.keys(invocation.incoming.data?.resolved?.members ?? {})),
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

/** Adds to the context what the interaction leaves out and Discord has to be asked for. */
export async function askContext(
  parts: ContextParts,
  invocation: Invocation,
  reader: Reader,
): Promise<InvocationContext> {
  const context = createContext(parts, invocation, reader);
  const isAgeRestricted = await parts.isAgeRestricted(invocation.site);
  return { ...context, site: { ...context.site, isAgeRestricted } };
}

const WHOLE = /^\d{1,40}$/;

export function resolvedOf({ data, channel: here, channel_id, member, app_permissions }: Incoming): Resolved {
  const { channels = {}, roles = {} } = data?.resolved ?? {};
  const hereId = here?.id ?? channel_id;
  return {
    channel(id) {
      if (id === undefined) return undefined;
      if (Object.hasOwn(channels, id)) return toChannel(id, channels[id]);
      return id === hereId
        ? toChannel(id, { ...here, permissions: member?.permissions, app_permissions })
        : undefined;
    },
    role(id) {
      const role = id !== undefined && Object.hasOwn(roles, id) ? roles[id] : undefined;
      if (id === undefined || role === undefined) return undefined;
      const { name, mentionable, managed } = role;
      return { id, name: name ?? id, isMentionable: mentionable === true, isManaged: managed === true };
    },
  };
}

interface Described {
  readonly name?: string | null | undefined;
  readonly type?: number | undefined;
  readonly permissions?: string | undefined;
  readonly app_permissions?: string | undefined;
}

function toChannel(id: string, channel: Described | undefined): ResolvedChannel | undefined {
  const { name, type, permissions = "", app_permissions = "" } = channel ?? {};
  if (type === undefined || !WHOLE.test(permissions)) return undefined;
  return {
    id,
    name: name ?? id,
    type,
    permissions: BigInt(permissions),
    ...(WHOLE.test(app_permissions) && { appPermissions: BigInt(app_permissions) }),
  };
}
