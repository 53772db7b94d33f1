import type {
  InvocationContext,
  InvocationSite,
  Member,
  Resolved,
  ResolvedChannel,
  Running,
} from "../command/invocation-context.ts";
import type { FieldTable, ModalView } from "../command/controls.ts";
import { type Incoming, memberOf, placeOf } from "./incoming.ts";
import type { ActionCall, Reply } from "../reply/reply.ts";
import { ENGLISH, spokenLocale } from "../../messages/languages.ts";
import type { Clock } from "../../base/clock.ts";
import type { AskAgeRestriction } from "../rest/guild.ts";

/** One interaction being handled. */
export interface Invocation {
  readonly incoming: Incoming;
  readonly member: Member;
  readonly site: InvocationSite;
  readonly reference: string;
  /** The language picked for public replies here; without it, the server's own. */
  readonly publicLocale?: string | undefined;
}

/** How an interaction will be answered: by the reply of a run, or by a modal. */
export type Plan = RunPlan | OpenPlan;

export interface RunPlan {
  readonly kind: "command" | "press";
  /** For logs and metrics: `trending`, `remind new`, `trending/page`. */
  readonly name: string;
  readonly acknowledge: "reply" | "update";
  /** Whether the reply is ephemeral, or edits an ephemeral message. */
  readonly isEphemeral: boolean;
  /** Whether the reply edits a classic message, with content and embeds, and so has to be one. */
  readonly isClassic?: boolean;
  /** The owner of the reply's controls. */
  readonly ownerId: string;
  /** See `Subcommand.isReadOnly`. */
  readonly isReadOnly?: boolean | undefined;
  run(asked: InvocationContext, running: Running): Promise<Reply>;
  /** Called once the reply is sent; returns the reply with what else the member has to know, or the same object. */
  readonly afterReply?: ((asked: InvocationContext, reply: Reply) => Promise<Reply>) | undefined;
}

export interface OpenPlan {
  readonly kind: "modal";
  readonly name: string;
  readonly ownerId: string;
  /** Runs where `open` returns no modal. */
  readonly otherwise?: RunPlan;
  open(asked: InvocationContext): OpenedModal | undefined;
}

export interface OpenedModal {
  readonly fields: FieldTable;
  readonly view: ModalView<FieldTable>;
  /** The call its submission makes. */
  readonly call: ActionCall;
  readonly for: "owner" | "anyone" | "admins";
}

/** Returns undefined when the interaction names no user. */
export function invocationOf(incoming: Incoming, random: () => number): Invocation | undefined {
  const member = memberOf(incoming);
  return member && { incoming, member, site: placeOf(incoming), reference: newReference(random) };
}

/** Returns the language of the reply's reader, in which texts, numbers and the platform's data are shown. */
export function localeOf({ incoming, publicLocale }: Invocation, isPrivate: boolean): string {
  const own = incoming.locale ?? ENGLISH;
  return spokenLocale(isPrivate ? own : (publicLocale ?? incoming.guild_locale ?? own));
}

const REFERENCE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

/** Returns eight letters that can be read aloud. */
function newReference(random: () => number): string {
  let reference = "";
  for (let index = 0; index < 8; index += 1) {
    reference += REFERENCE_LETTERS[Math.floor(random() * REFERENCE_LETTERS.length)] ?? "2";
  }
  return reference;
}

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
