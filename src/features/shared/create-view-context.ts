import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import type { ViewContext } from "./view/view-context.ts";
import type { Services } from "../services.ts";

/** For whom a view is made, from what was asked. */
export function createViewContext(context: Services & InvocationContext): ViewContext {
  const { site, isPrivate, locale, now, platform, pageLinks } = context;
  return {
    texts: context.messages(locale),
    locale,
    now,
    isShared: site.kind === "guild" && !isPrivate,
    mayLink: pageLinks.mayLink,
    imageUrl: (path) => platform.imageUrl(path),
    mention: (command) => context.mention(command),
  };
}
