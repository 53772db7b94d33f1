import { h } from "./dom.js";
import { icon } from "./icons.js";
import { avatar } from "./message/avatar.js";
import { channelIcon } from "./sidebar.js";

/**
 * The welcome at the beginning of a channel's history.
 * @param {import("./directory.js").SeenChannel} channel
 * @param {{isWhole: boolean, other: import("./directory.js").Known | undefined, posts: HTMLElement | undefined}} seen
 *   whether the beginning was read, with whom a conversation of two is, the posts of a forum
 */
export function welcome(channel, { isWhole, other, posts }) {
  if (posts === undefined && !isWhole) return h("div.welcome.more", {}, "Loading older messages...");
  const isDm = channel.kind === "dm" || channel.kind === "conversation";
  const mark =
    other === undefined ? h("div.welcome-mark", {}, icon(channelIcon(channel), 40)) : avatar(other, 80);
  return h(
    "div.welcome",
    {},
    mark,
    h("h2", {}, isDm ? channel.name : `Welcome to #${channel.name}`),
    h(
      "p",
      {},
      isDm
        ? `This is the beginning of your direct messages with ${channel.name}.`
        : `This is the start of the #${channel.name} channel. ${channel.topic ?? ""}`,
    ),
    posts,
  );
}
