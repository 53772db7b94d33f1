import { GatewayIntentBits } from "discord-api-types/v10";

import type { Core } from "./core.ts";
import { guildCreate } from "./gateway/ready.ts";
import { channelJson } from "./message/message-json.ts";
import { installBot } from "./world/default-world.ts";
import type { Channel, Guild } from "./world/world.ts";

/** Adds the bot to a server and sends GUILD_CREATE, or only changes its permissions there. */
export function addBot(core: Core, guild: Guild, permissions: bigint): void {
  const isNew = !guild.isBotIn;
  installBot(core.world, guild, { roleId: core.world.ids.next(), permissions });
  if (isNew) announceGuild(core, guild);
  core.eventBus.worldChanged();
}

export function announceGuild({ world, gateway }: Core, guild: Guild): void {
  gateway.dispatch("GUILD_CREATE", guildCreate(world, guild), {
    guildId: guild.id,
    intent: GatewayIntentBits.Guilds,
  });
}

export function removeBot({ world, gateway, eventBus }: Core, guild: Guild): void {
  for (const role of guild.members.get(world.bot.id)?.roles ?? []) {
    if (guild.roles.get(role)?.isManaged === true) guild.roles.delete(role);
  }
  guild.members.delete(world.bot.id);
  guild.isBotIn = false;
  gateway.dispatch("GUILD_DELETE", { id: guild.id }, { guildId: guild.id, intent: GatewayIntentBits.Guilds });
  eventBus.worldChanged();
}

export function announceChannel(
  { world, gateway }: Core,
  name: "CHANNEL_UPDATE" | "CHANNEL_DELETE" | "THREAD_CREATE" | "THREAD_UPDATE" | "THREAD_DELETE",
  channel: Channel,
): void {
  const { guildId } = channel;
  if (guildId === undefined || world.guilds.get(guildId)?.isBotIn !== true) return;
  gateway.dispatch(name, channelJson(channel), { guildId, intent: GatewayIntentBits.Guilds });
}
