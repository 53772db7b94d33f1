import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import { avatar } from "./message/avatar.ts";
import { channelIcon } from "./sidebar.ts";
import type { Known } from "./directory.ts";
import type { SeenChannel } from "../../discord/local-api.ts";

/**
 * The welcome at the beginning of a channel's history.
 * @param seen whether the beginning was read, with whom a conversation of two is, the posts of a forum
 */
export function welcome(
  channel: SeenChannel,
  { isWhole, other, posts }: { isWhole: boolean; other: Known | undefined; posts: HTMLElement | undefined },
) {
  if (posts === undefined && !isWhole) return h("div.welcome.more", "Loading older messages...");
  const isDm = channel.kind === "dm" || channel.kind === "conversation";
  const mark =
    other === undefined ? h("div.welcome-mark", icon(channelIcon(channel), 40)) : avatar(other, 80);
  return h(
    "div.welcome",
    mark,
    h("h2", isDm ? channel.name : `Welcome to #${channel.name}`),
    h(
      "p",
      isDm
        ? `This is the beginning of your direct messages with ${channel.name}.`
        : `This is the start of the #${channel.name} channel. ${channel.topic ?? ""}`,
    ),
    posts,
  );
}
