import type { NamedMessage } from "../command/invocation-context.ts";
import type { Incoming, IncomingMessage } from "./incoming.ts";

/** The message whose menu was opened; undefined where Discord says nothing of it. */
export function namedMessageOf({ data, guild_id = "@me" }: Incoming): NamedMessage | undefined {
  const { target_id = "", resolved } = data ?? {};
  const message = resolved?.messages?.[target_id];
  if (message?.id === undefined || message.channel_id === undefined) return undefined;
  const url = `https://discord.com/channels/${guild_id}/${message.channel_id}/${message.id}`;
  return { url, text: textOf(message) };
}

/** Bots' messages may have their words in embeds or components. */
function textOf({ content = "", embeds = [], components = [] }: IncomingMessage): string {
  const words = [content, ...embeds.flatMap(({ title, description }) => [title, description])];
  const own = words.filter((word) => word !== undefined && word !== "");
  return (own.length > 0 ? own : components.flatMap(textsIn)).join("\n");
}

type Part = NonNullable<IncomingMessage["components"]>[number];

function textsIn({ content, components = [] }: Part): readonly string[] {
  return [...(content === undefined ? [] : [content]), ...components.flatMap(textsIn)];
}
