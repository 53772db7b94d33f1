import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import { avatar } from "./message/avatar.ts";
import { channelIcon } from "./sidebar.ts";
import type { Known } from "./directory.ts";
import type { SeenChannel, SeenServer } from "../../discord/local-api.ts";

/** Returns the welcome at the beginning of a channel, or a forum's posts. */
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

export function forumPosts(forum: SeenChannel, server: SeenServer | undefined, open: (id: string) => void) {
  const posts = server?.channels.filter((channel) => channel.parentId === forum.id) ?? [];
  if (posts.length === 0) return h("p.forum-none", "No posts yet.");
  return h(
    "ul.forum",
    posts.map((post) =>
      h(
        "li",
        h(
          "button.forum-post",
          { onclick: () => open(post.id) },
          h("span.forum-title", post.name),
          post.isArchived && h("span.channel-note", "Archived"),
          icon("thread", 18),
        ),
      ),
    ),
  );
}
