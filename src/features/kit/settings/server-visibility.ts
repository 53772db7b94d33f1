import { MilepostError } from "../../../base/errors.ts";
import { joinMarkdown, md } from "../../../base/markdown.ts";
import type { HeldBackNote, VisibilityFor } from "../../../discord/interaction/audience.ts";
import type { InvocationSite } from "../../../discord/command/invocation-context.ts";
import { messagesFor } from "../../../messages/catalog.ts";
import { channelMention, small } from "../view/view-context.ts";
import type { GuildSettingsStore } from "./settings.ts";

type Guilds = Pick<GuildSettingsStore, "of">;

/** Makes public replies private outside the channels the admins picked. Threads follow their channel. */
export function visibilityIn(guilds: Guilds): VisibilityFor {
  return ({ place: site }) => {
    if (site.guildId === undefined) return "public";
    const { publicIn } = guilds.of(site.guildId);
    if (publicIn === "everywhere") return "public";
    const isChosen = publicIn.includes(site.channelId) || publicIn.includes(site.parentId ?? "");
    return isChosen ? "public" : "private";
  };
}

const MOST_NAMED = 3;

/** Returns the note under such a reply: where it would be public. */
export function heldBackIn(guilds: Guilds): HeldBackNote {
  return ({ site: place, locale }) => {
    if (place.guildId === undefined) return undefined;
    const { publicIn } = guilds.of(place.guildId);
    if (publicIn === "everywhere") return undefined;
    const { heldBack } = messagesFor(locale).setup;
    if (publicIn.length === 0) return small(md`${heldBack.nowhere}`);
    const named = joinMarkdown(publicIn.slice(0, MOST_NAMED).map(channelMention), ", ");
    return small(publicIn.length > MOST_NAMED ? heldBack.inMore(named) : heldBack.in(named));
  };
}

/** Returns the language the admins picked for public replies; undefined for the server's own. */
export function publicLocaleIn(guilds: Guilds): (site: InvocationSite) => string | undefined {
  return ({ guildId }) => (guildId === undefined ? undefined : guilds.of(guildId).locale);
}

interface Somewhere {
  readonly guilds: Guilds;
  readonly site: InvocationSite;
}

/** Returns whether commands about a member's own account are on here: admins can switch them off. */
export function isOnHere({ guilds, site }: Somewhere): boolean {
  if (site.guildId === undefined) return true;
  return guilds.of(site.guildId).arePrivateCommandsOn;
}

/** Throws "switched-off" where they are off. */
export function mustBeOnHere(here: Somewhere): void {
  if (!isOnHere(here)) throw new MilepostError("switched-off");
}
