import { type Markdown, md } from "../../../base/markdown.ts";
import { missing, neededToWrite, type PermissionName } from "../../../discord/rest/permissions.ts";
import type { ResolvedChannel, ResolvedRole } from "../../../discord/command/invocation-context.ts";
import { type ViewContext, channelMention, mentionOf, roleMention } from "../../kit/view/view-context.ts";

/** Discord's channel types. */
export const CHANNEL = {
  text: 0,
  voice: 2,
  announcement: 5,
  announcementThread: 10,
  publicThread: 11,
  privateThread: 12,
  stage: 13,
  forum: 15,
} as const;

/** The types offered in a select. Forums are included to say what to pick instead. */
export const CHOOSABLE: readonly number[] = Object.values(CHANNEL);

const ADMINISTRATOR = 1n << 3n;

/** Returns why someone may not have posts made in a channel, or undefined. */
export function placeRefusal(
  channel: ResolvedChannel | undefined,
  context: ViewContext,
  forums: "refused" | "taken" = "refused",
): Markdown | undefined {
  const { refused } = context.texts.announce;
  if (channel === undefined) return plainly(refused.unknownChannel);
  const mention = channelMention(channel.id);
  if (channel.type === CHANNEL.forum && forums === "refused") return refused.forum(mention);
  if (!CHOOSABLE.includes(channel.type)) return refused.channelType(mention);
  const [lacking] = lacks(channel.permissions, neededIn(channel.type));
  return lacking && refused.mayNot(context.texts.permissions[lacking], mention);
}

/** Returns whether the member may post in the channel. */
export function mayPost({ type, permissions }: Pick<ResolvedChannel, "type" | "permissions">): boolean {
  return lacks(permissions, neededIn(type)).length === 0;
}

export interface Mentioning {
  readonly guildId: string;
  readonly channel: ResolvedChannel;
  readonly arePingsOn: boolean;
}

/** Returns why someone may not have a role mentioned in a channel, or undefined. */
export function roleRefusal(
  roleId: string,
  role: ResolvedRole | undefined,
  {
    in: { guildId, channel, arePingsOn },
    context,
  }: { readonly in: Mentioning; readonly context: ViewContext },
): Markdown | undefined {
  const { refused } = context.texts.announce;
  if (roleId === guildId) return plainly(refused.everyone);
  if (!arePingsOn) return refused.pingsOff(mentionOf(context, "setup"));
  if (role === undefined) return plainly(refused.unknownRole);
  if (role.isMentionable || lacks(channel.permissions, ["mentionRoles"]).length === 0) return undefined;
  return refused.mayNotMention(roleMention(roleId));
}

function neededIn(type: number): readonly PermissionName[] {
  return neededToWrite({ isThread: isThread(type), type });
}

export function isThread(type: number): boolean {
  return type >= CHANNEL.announcementThread && type <= CHANNEL.privateThread;
}

function lacks(permissions: bigint, wanted: readonly PermissionName[]): readonly PermissionName[] {
  return (permissions & ADMINISTRATOR) === 0n ? missing(permissions, wanted) : [];
}

function plainly(words: string): Markdown {
  return md`${words}`;
}
