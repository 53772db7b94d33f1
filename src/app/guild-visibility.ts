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

interface Somewhere {
  readonly guilds?: Guilds | undefined;
  readonly place: Place;
}

/** Whether what needs a member's own account may be used here: a server's admins can switch it off. */
export function isOnHere({ guilds, place }: Somewhere): boolean {
  if (place.guildId === undefined || guilds === undefined) return true;
  return guilds.of(place.guildId).arePrivateCommandsOn;
}

/** Throws "switched-off" where it is. */
export function mustBeOnHere(here: Somewhere): void {
  if (!isOnHere(here)) throw new MilepostError("switched-off");
}
