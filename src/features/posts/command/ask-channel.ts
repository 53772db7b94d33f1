import type { Markdown } from "../../../base/markdown.ts";
import type { Resolved } from "../../../discord/command/invocation-context.ts";
import type { Refusal } from "../../../discord/rest/refusal.ts";
import { placeRefusal } from "./post-permissions.ts";
import { channelMention } from "../../kit/view/view-context.ts";
import { sentences } from "../../kit/view/sentences.ts";
import { troubleWords } from "../../kit/view/trouble-words.ts";
import type { CommandContext } from "../services.ts";

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
