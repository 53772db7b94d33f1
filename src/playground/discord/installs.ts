import { GatewayIntentBits } from "discord-api-types/v10";

import { channelJson } from "./message/message-json.ts";
import { guildCreate } from "./gateway/ready.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { EventBus } from "./event-bus.ts";
import { installBot } from "./world/default-world.ts";
import type { Channel, Guild, World } from "./world/world.ts";

interface Parts {
  readonly world: World;
  readonly gateway: Gateway;
  readonly eventBus: EventBus;
}

/** Puts the bot in a server, and tells it so where its intents let it hear; or gives it other permissions there. */
export function addBot(parts: Parts, guild: Guild, permissions: bigint): void {
  const isNew = !guild.isBotIn;
  installBot(parts.world, guild, { roleId: parts.world.ids.next(), permissions });
  if (isNew) announceGuild(parts, guild);
  parts.eventBus.worldChanged();
}

export function announceGuild({ world, gateway }: Pick<Parts, "world" | "gateway">, guild: Guild): void {
  gateway.dispatch("GUILD_CREATE", guildCreate(world, guild), {
    guildId: guild.id,
    intent: GatewayIntentBits.Guilds,
  });
}

export function removeBot(parts: Parts, guild: Guild): void {
  const { world, gateway, eventBus } = parts;
  for (const role of guild.members.get(world.bot.id)?.roles ?? []) {
    if (guild.roles.get(role)?.isManaged === true) guild.roles.delete(role);
  }
  guild.members.delete(world.bot.id);
  guild.isBotIn = false;
  gateway.dispatch("GUILD_DELETE", { id: guild.id }, { guildId: guild.id, intent: GatewayIntentBits.Guilds });
  eventBus.worldChanged();
}

export function announceChannel(
  { world, gateway }: Pick<Parts, "world" | "gateway">,
  name: "CHANNEL_UPDATE" | "CHANNEL_DELETE" | "THREAD_CREATE" | "THREAD_UPDATE" | "THREAD_DELETE",
  channel: Channel,
): void {
  const { guildId } = channel;
  if (guildId === undefined || world.guilds.get(guildId)?.isBotIn !== true) return;
  gateway.dispatch(name, channelJson(channel), { guildId, intent: GatewayIntentBits.Guilds });
}
