import type { Markdown } from "../../../base/markdown.ts";
import type { Resolved, ResolvedRole } from "../../../discord/command/invocation-context.ts";
import type { Refusal } from "../../../discord/rest/refusal.ts";
import { placeRefusal, isThread } from "./post-permissions.ts";
import { channelMention } from "../../kit/view/view-context.ts";
import { sentences } from "../../kit/view/parts.ts";
import { troubleWords } from "../view/trouble-words.ts";
import type { CommandContext } from "../services.ts";
import { MilepostError } from "../../../base/errors.ts";
import {
  type ForumTags,
  type SeenChannel,
  type PermissionName,
  missing,
  neededToPost,
} from "../../../discord/rest/permissions.ts";

interface AskedFor {
  readonly guildId: string;
  readonly channelId: string;
  readonly roleId?: string | undefined;
}

/**
 * Returns the context with what Discord says now of a channel, and of a role: in the interaction, else when asked. What a
 * control carries never tells what somebody may do.
 */
export async function withChannel<Context extends CommandContext>(
  context: Context,
  { guildId, channelId, roleId }: AskedFor,
): Promise<(Context & { readonly resolved: Resolved }) | Refusal> {
  const { resolved, channels, member, signal } = context;
  const isDescribed = roleId === undefined || resolved?.role(roleId) !== undefined;
  if (resolved?.channel(channelId) !== undefined && isDescribed) return { ...context, resolved };
  const seen = await channels.forMember({ guildId, channelId }, member, signal);
  if (seen.kind === "refused") return seen;
  return {
    ...context,
    resolved: {
      channel: (id) => (id === channelId ? seen.channel : resolved?.channel(id)),
      role: (id) => resolved?.role(id) ?? seen.roles.get(id ?? ""),
    },
  };
}

/** Returns why the channel could not be asked about, in words. */
export function unaskedWords({ name }: Refusal, channelId: string, { view }: CommandContext): Markdown {
  const { what, fix } = troubleWords(name, channelMention(channelId), view);
  return sentences(view.texts.language, what, fix);
}

/**
 * Returns why the member may not manage what is posted in a channel, or undefined. Where the bot can't see it either,
 * nothing can be posted, and whoever manages the server may end it.
 */
export async function channelRefusal(
  context: CommandContext,
  at: { readonly guildId: string; readonly channelId: string },
): Promise<Markdown | undefined> {
  const now = await withChannel(context, at);
  if (!("name" in now)) return placeRefusal(now.resolved.channel(at.channelId), context.view, "taken");
  const isOutOfReach = now.name === "channel-gone" || now.name === "missing-access";
  return isOutOfReach ? undefined : unaskedWords(now, at.channelId, context);
}

/** Returns a forum's tags; undefined for other channels, or where Discord doesn't say in time. */
export async function forumTagsOf(
  context: CommandContext,
  at: { readonly guildId: string; readonly channelId: string },
): Promise<ForumTags | undefined> {
  const seen = await askAbout(context, at);
  return seen?.kind === "seen" ? seen.forum : undefined;
}

/** The value of "no tag". */
export const NO_TAG = "none";

/** Returns the picked tag, validated, since a client may send anything. */
export function readTag(chosen: string | undefined): string | undefined {
  if (chosen === NO_TAG) return undefined;
  if (chosen === undefined || /^\d{1,20}$/.test(chosen)) return chosen;
  throw new MilepostError("bad-input", { reason: "no tag" });
}

/** Returns whether posts are impossible: the forum requires a tag and has none the bot may use. */
export function lacksTag(forum: ForumTags | undefined): boolean {
  return forum?.isRequired === true && forum.tags.length === 0;
}

type NamedChannel = Pick<SeenChannel, "kind" | "id" | "type" | "isThread" | "permissions">;
type RefusedChannel = Refusal & { readonly id: string };
type AskedChannel = SeenChannel | RefusedChannel;

/** What Discord says about the destination now. */
export interface SeenNow {
  readonly channel: NamedChannel | RefusedChannel | undefined;
  /** As the interaction described it. */
  readonly role?: ResolvedRole | undefined;
}

/** How long a reply waits for what Discord says. */
export const LOOKED_AT_WITHIN_MS = 1_500;

interface ChannelAt {
  readonly guildId: string;
  readonly channelId: string;
}

/** Returns the channel as the interaction described it, else as Discord returns it. */
export async function lookAt(context: CommandContext, at: ChannelAt): Promise<SeenNow["channel"]> {
  const told = context.resolved?.channel(at.channelId);
  if (told?.appPermissions === undefined) return askAbout(context, at);
  const { id, type, appPermissions: permissions } = told;
  return { kind: "seen", id, type, isThread: isThread(type), permissions };
}

/** Returns the channel as the bot sees it now; undefined where Discord doesn't say in time. */
async function askAbout(
  { channels, signal }: CommandContext,
  { guildId, channelId }: ChannelAt,
): Promise<AskedChannel | undefined> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(LOOKED_AT_WITHIN_MS)]);
  const seen = await channels.in({ guildId, channelId }, soon);
  return seen.kind === "refused" ? { ...seen, id: channelId } : seen;
}

/** Returns the channel and the permissions the bot lacks to post there; none where that isn't known. */
export async function lookAnew(
  { channels, signal }: CommandContext,
  at: ChannelAt,
): Promise<{ readonly seen: SeenChannel | Refusal; readonly lacking: readonly PermissionName[] }> {
  channels.forget(at.guildId);
  const seen = await channels.in(at, signal);
  if (seen.kind === "seen") return { seen, lacking: missing(seen.permissions, neededToPost(seen)) };
  return { seen, lacking: seen.name === "missing-access" ? ["viewChannel"] : [] };
}
