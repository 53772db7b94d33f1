import { MilepostError } from "../base/errors.ts";
import type { VisibilityFor } from "../discord/audience.ts";
import type { Place } from "../discord/command.ts";
import type { GuildBook } from "./guilds.ts";

type Guilds = Pick<GuildBook, "of">;

/** Holds public answers back from channels the server's admins did not choose. A thread follows its channel. */
export function visibilityIn(guilds: Guilds): VisibilityFor {
  return ({ place }) => {
    if (place.guildId === undefined) return "public";
    const { publicIn } = guilds.of(place.guildId);
    if (publicIn === "everywhere") return "public";
    const isChosen = publicIn.includes(place.channelId) || publicIn.includes(place.parentId ?? "");
    return isChosen ? "public" : "private";
  };
}

/** The language a server's admins chose for what everybody reads; undefined: the server's own. */
export function publicLocaleIn(guilds: Guilds): (place: Place) => string | undefined {
  return ({ guildId }) => (guildId === undefined ? undefined : guilds.of(guildId).locale);
}

/** Throws "switched-off" in a server whose admins switched off what needs a member's own account. */
export function mustBeOnHere({
  guilds,
  place,
}: {
  readonly guilds?: Guilds | undefined;
  readonly place: Place;
}): void {
  if (place.guildId === undefined || guilds === undefined) return;
  if (!guilds.of(place.guildId).arePrivateCommandsOn) throw new MilepostError("switched-off");
}
