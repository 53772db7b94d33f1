import { PermissionFlagsBits as FLAG } from "discord-api-types/v10";

import type { GuildRole, SeenRoles } from "./member-roles.ts";

/**
 * The only permissions a role may have to be given by a button: seeing, joining, writing. An allow-list, so that
 * whatever Discord adds is refused.
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

/** The member who picked the role; undefined where that is no longer known. */
export type Chooser = { readonly id: string; readonly roleIds?: readonly string[] } | undefined;

/** Returns why a role must not be given by a button that this member made, or undefined if it may. */
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
