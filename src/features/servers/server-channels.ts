import type { OwnPermissions } from "../../discord/rest/permissions.ts";
import type { Poster } from "../../discord/post/poster.ts";
import type { SentPost } from "../../discord/post/post-search.ts";
import type { WritePost } from "../../discord/post/post-writer.ts";
import type { Refusal } from "../../discord/rest/refusal.ts";
import type { Reply } from "../../discord/reply/reply.ts";

interface PostedAt {
  readonly channelId: string;
  readonly messageId: string;
}

/** What the bot may do in servers' channels, and does there at an admin's word. Never throws for what Discord does. */
export interface ServerChannels extends OwnPermissions {
  /** Posts once under this id, without a noise. */
  post(
    to: { readonly channelId: string; readonly id: string; readonly locale: string },
    reply: Reply,
    signal: AbortSignal,
  ): Promise<SentPost | Refusal>;
  /** Begins a post of a forum. Asked for the same one while it is being begun, it is begun once. */
  open(
    to: {
      readonly forumId: string;
      readonly title: string;
      /** One of the forum's own. */
      readonly tag?: string | undefined;
      readonly locale: string;
    },
    reply: Reply,
    signal: AbortSignal,
  ): Promise<{ readonly kind: "opened"; readonly channelId: string } | Refusal>;
  remove(at: PostedAt, signal: AbortSignal): Promise<{ readonly kind: "removed" } | Refusal>;
}

interface ChannelsParts {
  readonly permissions: OwnPermissions;
  readonly poster: Poster;
  readonly write: WritePost;
}

export function serverChannels({ permissions, poster, write }: ChannelsParts): ServerChannels {
  const opening = new Map<string, ReturnType<ServerChannels["open"]>>();
  const begin: ServerChannels["open"] = async ({ forumId, title, tag, locale }, reply, signal) => {
    const body = await write(reply, { locale, isSilent: true, signal });
    return poster.open({ forumId, title, tag, body }, signal);
  };
  return {
    ...permissions,
    async post({ channelId, id, locale }, reply, signal) {
      const body = await write(reply, { locale, deliveryId: id, isSilent: true, signal });
      return poster.send({ kind: "channel", target: channelId, deliveryId: id, body }, signal);
    },
    open(to, reply, signal) {
      const key = `${to.forumId} ${to.title}`;
      const begun = opening.get(key) ?? begin(to, reply, signal).finally(() => opening.delete(key));
      opening.set(key, begun);
      return begun;
    },
    remove: (at, signal) => poster.remove(at, signal),
  };
}
