import type { Json } from "../json.ts";
import { channelJson, guildJson, memberJson, roleJson, userJson } from "../message/message-json.ts";
import { type Guild, isThread, type World } from "../world/world.ts";
import { snowflake } from "../world/snowflake.ts";
import type { Session } from "./session-registry.ts";

/** Returns READY: the bot, its servers as unavailable, and the URL to resume at. */
export function ready(world: World, session: Session, guilds: readonly Guild[], url: string): Json {
  return {
    v: 10,
    user: { ...userJson(world.bot), verified: true, mfa_enabled: true, email: null, flags: 0 },
    user_settings: {},
    session_type: "normal",
    session_id: session.id,
    resume_gateway_url: url,
    relationships: [],
    private_channels: [],
    presences: [],
    guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
    guild_join_requests: [],
    geo_ordered_rtc_regions: [],
    application: { id: world.application.id, flags: world.application.flags },
    shard: session.shard,
    _trace: [],
  };
}

/** Returns GUILD_CREATE with the whole server. Padding of load-test servers is generated here. */
export function guildCreate(world: World, guild: Guild): Json {
  const bot = guild.members.get(world.bot.id);
  const channels = [...guild.channels.values()];
  const base = guildJson(guild);
  const padding = guild.padding ?? { channels: 0, roles: 0 };
  return {
    ...base,
    roles: [...((base["roles"] as readonly Json[] | undefined) ?? []), ...paddedRoles(guild, padding.roles)],
    joined_at: new Date(bot?.joinedAt ?? 0).toISOString(),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    members: bot === undefined ? [] : [memberJson(world, bot)],
    channels: [
      ...channels.filter((channel) => !isThread(channel)).map(channelJson),
      ...paddedChannels(guild, padding.channels),
    ],
    threads: channels.filter((channel) => isThread(channel)).map(channelJson),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/** Returns the id of a generated part: the server's own time, numbered. */
function partId(guild: Guild, number: number): string {
  return (BigInt(guild.id) + BigInt(number) * (1n << 22n) + BigInt(snowflake(0, 1))).toString();
}

function paddedRoles(guild: Guild, count: number): readonly Json[] {
  return Array.from({ length: count }, (_, at) => {
    const role = { id: partId(guild, at + 1), name: `Role ${at + 1}`, color: 0, position: at + 2 };
    return roleJson({ ...role, permissions: 0n, isManaged: false, isMentionable: false });
  });
}

function paddedChannels(guild: Guild, count: number): readonly Json[] {
  return Array.from({ length: count }, (_, at) => ({
    id: partId(guild, at + 1001),
    type: 0,
    name: `channel-${at + 1}`,
    parent_id: null,
    topic: null,
    position: at + 1,
    nsfw: false,
    permission_overwrites: [],
    rate_limit_per_user: 0,
    last_message_id: null,
    flags: 0,
  }));
}
