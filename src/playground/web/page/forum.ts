import { h } from "./dom.ts";
import { icon } from "./icons.ts";
import type { SeenChannel, SeenServer } from "../../discord/local-api.ts";

/** A forum: its posts, to open one. */
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
