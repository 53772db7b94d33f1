import type { MemberPermissions } from "../rest/member-permissions.ts";
import type { OwnPermissions } from "../rest/permissions.ts";
import type { Poster } from "./poster.ts";
import type { SentPost } from "./post-search.ts";
import type { WritePost } from "./post-writer.ts";
import type { Refusal } from "../rest/refusal.ts";
import type { Reply } from "../reply/reply.ts";

interface ForumPost {
  readonly forumId: string;
  readonly title: string;
  /** One of the forum's tags. */
  readonly tag?: string | undefined;
  readonly locale: string;
}

type Opened = { readonly kind: "opened"; readonly channelId: string } | Refusal;

export type ServerChannels = ReturnType<typeof serverChannels>;

/** What the bot may do, and does for admins, in a server's channels. Never throws for failures of Discord. */
export function serverChannels({
  permissions,
  forMember,
  poster,
  write,
}: {
  readonly permissions: OwnPermissions;
  readonly forMember: MemberPermissions;
  readonly poster: Poster;
  readonly write: WritePost;
}) {
  const opening = new Map<string, Promise<Opened>>();
  const begin = async ({ forumId, title, tag, locale }: ForumPost, reply: Reply, signal: AbortSignal) => {
    const body = await write(reply, { locale, isSilent: true, signal });
    return poster.open({ forumId, title, tag, body }, signal);
  };
  return {
    ...permissions,
    forMember,
    /** Posts once under this id, without a notification. */
    async post(
      { channelId, id, locale }: { readonly channelId: string; readonly id: string; readonly locale: string },
      reply: Reply,
      signal: AbortSignal,
    ): Promise<SentPost | Refusal> {
      const body = await write(reply, { locale, deliveryId: id, isSilent: true, signal });
      return poster.send({ kind: "channel", target: channelId, deliveryId: id, body }, signal);
    },
    /** Creates a forum post; concurrent calls for the same one create it once. */
    open(to: ForumPost, reply: Reply, signal: AbortSignal): Promise<Opened> {
      const key = `${to.forumId} ${to.title}`;
      const begun = opening.get(key) ?? begin(to, reply, signal).finally(() => opening.delete(key));
      opening.set(key, begun);
      return begun;
    },
    remove: (at: { readonly channelId: string; readonly messageId: string }, signal: AbortSignal) =>
      poster.remove(at, signal),
  };
}
