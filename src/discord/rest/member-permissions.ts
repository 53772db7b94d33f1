import type { REST } from "@discordjs/rest";
import { type APIGuild, ChannelType, PermissionFlagsBits as FLAG, Routes } from "discord-api-types/v10";

import type { MonotonicClock } from "../../base/clock.ts";
import type { Member, ResolvedChannel, ResolvedRole } from "../command/invocation-context.ts";
import { CachedLookup } from "./cached-lookup.ts";
import { ALL, askForChannel, type ChannelPlace, permissionsIn } from "./permissions.ts";
import { type Refusal, refusalOf } from "./refusal.ts";

/** A channel and the server's roles, as an interaction would describe them. */
export interface SeenByMember {
  readonly kind: "seen";
  readonly channel: ResolvedChannel;
  readonly roles: ReadonlyMap<string, ResolvedRole>;
}

/** Short, as somebody may have lost a permission; long enough for the requests of one press. */
const SEEN_FOR_MS = 10_000;

export type MemberPermissions = ReturnType<typeof createMemberPermissions>;

/**
 * What members may do in channels that an interaction doesn't describe. Discord names a member's roles in each
 * interaction, so only the channel and the server are asked for.
 */
export function createMemberPermissions(parts: { readonly rest: REST; readonly clock: MonotonicClock }) {
  const asked = new CachedLookup({ ...parts, keptMs: SEEN_FOR_MS });
  const isIn = (threadId: string, { id }: Pick<Member, "id">, at: ChannelPlace, signal: AbortSignal) =>
    asked.get(Routes.threadMembers(threadId, id), at.guildId, signal).then(
      () => true,
      () => false,
    );
  const look = async (
    at: ChannelPlace,
    member: Pick<Member, "id" | "roleIds">,
    signal: AbortSignal,
  ): Promise<SeenByMember> => {
    const { guildId, channelId } = at;
    const [{ channel, ruling }, guild] = await Promise.all([
      askForChannel(asked, at, signal),
      asked.get<APIGuild>(Routes.guild(guildId), guildId, signal),
    ]);
    const { id, roleIds = [] } = member;
    const { roles } = guild;
    const held =
      guild.owner_id === id
        ? ALL
        : permissionsIn(ruling, { id, guildId, roles, member: { roles: [...roleIds] } });
    const mayEnter =
      channel.type !== ChannelType.PrivateThread ||
      (held & FLAG.ManageThreads) !== 0n ||
      (await isIn(channelId, member, at, signal));
    return {
      kind: "seen",
      channel: {
        id: channelId,
        name: channel.name ?? channelId,
        type: channel.type,
        permissions: mayEnter ? held : 0n,
      },
      roles: new Map(
        roles.map(({ id: roleId, name, mentionable, managed }) => [
          roleId,
          { id: roleId, name, isMentionable: mentionable, isManaged: managed },
        ]),
      ),
    };
  };
  /** Returns the channel with the member's permissions in it, and the roles; cached for ten seconds. */
  return (
    at: ChannelPlace,
    member: Pick<Member, "id" | "roleIds">,
    signal: AbortSignal,
  ): Promise<SeenByMember | Refusal> => look(at, member, signal).catch(refusalOf);
}
