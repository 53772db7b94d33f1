import type { Resolved, ResolvedChannel } from "../command/invocation-context.ts";
import type { Incoming } from "./incoming.ts";

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
