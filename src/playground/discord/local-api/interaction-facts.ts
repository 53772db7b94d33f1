import { InteractionType } from "discord-api-types/v10";

import { type InteractionFacts } from "../interaction/interaction-store.ts";
import { contextOf } from "../interaction/payload.ts";
import type { StoredMessage } from "../message/message-store.ts";
import { channelPermissions, has, Permission } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import type { AvailableCommand, UserInChannel } from "./views.ts";

export function commandFacts(
  world: World,
  { person, channel }: UserInChannel,
  { command, through }: AvailableCommand,
): InteractionFacts {
  const owners: Record<string, string> = {};
  if (through.includes("server")) owners["0"] = channel.guildId ?? "0";
  if (through.includes("account")) owners["1"] = person.id;
  const { name, type: commandType } = command;
  const kind = InteractionType.ApplicationCommand;
  return {
    ...placeFacts(world, { person, channel }, !through.includes("server")),
    kind,
    origin: { type: kind, userId: person.id, name, commandType, owners },
  };
}

/** Returns the facts of a used control. Its installs are those its message was made through. */
export function controlFacts(
  world: World,
  { person, channel }: UserInChannel,
  message: StoredMessage,
): InteractionFacts {
  const guild = world.guildOf(channel);
  const byServer = guild === undefined ? contextOf(world, channel) === 1 : guild.isBotIn;
  const owners = message.origin?.owners ?? (byServer ? { "0": channel.guildId ?? "0" } : {});
  const kind = InteractionType.MessageComponent;
  return {
    ...placeFacts(world, { person, channel }, !byServer && owners["0"] === undefined),
    kind,
    controlMessageId: message.id,
    origin: { type: kind, userId: person.id, owners, controlMessageId: message.id },
  };
}

function placeFacts(world: World, { person, channel }: UserInChannel, isUserInstallOnly: boolean) {
  const mayShow = has(channelPermissions(world, channel, person.id), Permission.UseExternalApps);
  return {
    userId: person.id,
    channelId: channel.id,
    ...(channel.guildId !== undefined && { guildId: channel.guildId }),
    isUserInstallOnly,
    isForcedEphemeral: isUserInstallOnly && channel.guildId !== undefined && !mayShow,
  };
}
