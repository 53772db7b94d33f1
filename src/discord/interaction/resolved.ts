import type { Incoming } from "./incoming.ts";

/** A channel of the server, as Discord describes one that was named or is written in. */
export interface ResolvedChannel {
  readonly id: string;
  readonly name: string;
  /** Discord's number of the type. */
  readonly type: number;
  /** What the member who asked may do in it. */
  readonly permissions: bigint;
}

/** A role of the server, as Discord describes one that was named. */
export interface ResolvedRole {
  readonly id: string;
  readonly name: string;
  /** Anybody may mention it. */
  readonly isMentionable: boolean;
  /** It belongs to a bot, a subscription or the like: nobody can be given it by hand. */
  readonly isManaged: boolean;
}

/** What Discord says of the channels and roles an interaction names; undefined for what it says nothing of. */
export interface Resolved {
  /** The channel it was asked in counts as named. */
  channel(id: string | undefined): ResolvedChannel | undefined;
  role(id: string | undefined): ResolvedRole | undefined;
}

const WHOLE = /^\d{1,40}$/;

export function resolvedOf({ data, channel: here, channel_id, member }: Incoming): Resolved {
  const { channels = {}, roles = {} } = data?.resolved ?? {};
  const hereId = here?.id ?? channel_id;
  return {
    channel(id) {
      if (id === undefined) return undefined;
      if (Object.hasOwn(channels, id)) return toChannel(id, channels[id]);
      return id === hereId ? toChannel(id, { ...here, permissions: member?.permissions }) : undefined;
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
}

function toChannel(id: string, channel: Described | undefined): ResolvedChannel | undefined {
  const { name, type, permissions = "" } = channel ?? {};
  if (type === undefined || !WHOLE.test(permissions)) return undefined;
  return { id, name: name ?? id, type, permissions: BigInt(permissions) };
}
