import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @import { SeenChannel } from "./directory.js" */

/**
 * A forum: its posts, to open one.
 * @param {SeenChannel} forum
 * @param {import("./directory.js").SeenServer | undefined} server
 * @param {(id: string) => void} open
 */
export function forumPosts(forum, server, open) {
  const posts = server?.channels.filter((channel) => channel.parentId === forum.id) ?? [];
  if (posts.length === 0) return h("p.forum-none", {}, "There are no posts yet.");
  return h(
    "ul.forum",
    {},
    posts.map((post) =>
      h(
        "li",
        {},
        h(
          "button.forum-post",
          { type: "button", onclick: () => open(post.id) },
          h("span.forum-title", {}, post.name),
          post.isArchived && h("span.channel-note", {}, "Archived"),
          icon("thread", 18),
        ),
      ),
    ),
  );
}
