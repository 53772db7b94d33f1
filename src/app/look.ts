import type { Asked } from "../discord/command.ts";
import type { Look } from "../views/look.ts";
import type { Services } from "./services.ts";

/** For whom a view is made, from what was asked. */
export function lookOf(context: Services & Asked): Look {
  const { place, isPrivate, locale, now, platform } = context;
  return {
    texts: context.messages(locale),
    locale,
    now,
    isShared: place.kind === "guild" && !isPrivate,
    imageUrl: (path) => platform.imageUrl(path),
    mention: (command) => context.mention(command),
  };
}
