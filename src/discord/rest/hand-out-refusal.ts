import { PermissionFlagsBits as FLAG } from "discord-api-types/v10";

import type { GuildRole, SeenRoles } from "./member-roles.ts";

/**
 * All that a role may be able to do if anybody can take it by a button: to see, to take part, to say something.
 * Whatever is not named here is a power, and so is what Discord adds one day.
 */
const HARMLESS =
  FLAG.ViewChannel |
  FLAG.ReadMessageHistory |
  FLAG.SendMessages |
  FLAG.SendMessagesInThreads |
  FLAG.SendTTSMessages |
  FLAG.SendVoiceMessages |
  FLAG.SendPolls |
  FLAG.CreatePublicThreads |
  FLAG.CreatePrivateThreads |
  FLAG.EmbedLinks |
  FLAG.AttachFiles |
  FLAG.AddReactions |
  FLAG.UseExternalEmojis |
  FLAG.UseExternalStickers |
  FLAG.UseApplicationCommands |
  FLAG.UseExternalApps |
  FLAG.UseEmbeddedActivities |
  FLAG.ChangeNickname |
  FLAG.CreateInstantInvite |
  FLAG.Connect |
  FLAG.Speak |
  FLAG.UseVAD |
  FLAG.Stream |
  FLAG.UseSoundboard |
  FLAG.UseExternalSounds |
  FLAG.RequestToSpeak;

export type HandOutRefusal = "mayNot" | "tooHigh" | "powerful" | "managed";

/** Whoever chose the role; undefined where nobody knows any more. */
export type Chooser = { readonly id: string; readonly roleIds?: readonly string[] } | undefined;

/** Why a role may not be handed out by a button that this member made; undefined: it may. */
export function handOutRefusal(
  role: GuildRole,
  by: Chooser,
  { ownerId, roles, guildId }: SeenRoles & { readonly guildId: string },
): HandOutRefusal | undefined {
  if (role.isManaged) return "managed";
  if (((role.permissions | role.inChannels) & ~HARMLESS) !== 0n) return "powerful";
  if (by === undefined || by.id === ownerId) return undefined;
  const own = roles.filter(({ id }) => id === guildId || by.roleIds?.includes(id) === true);
  const permissions = own.reduce((sum, each) => sum | each.permissions, 0n);
  if ((permissions & (FLAG.ManageRoles | FLAG.Administrator)) === 0n) return "mayNot";
  return own.some(({ position }) => position > role.position) ? undefined : "tooHigh";
}
