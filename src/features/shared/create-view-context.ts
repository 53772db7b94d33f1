import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import { resolveHosts } from "../../platform/profile/hosts.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { type ViewContext, inPlain } from "./view/view-context.ts";
import type { Services } from "../services.ts";

const SITE_NAME_LENGTH = 40;

/** For whom a view is made, from what was asked. */
export function createViewContext(context: Services & InvocationContext): ViewContext {
  const { site, isPrivate, locale, now, platform, profile } = context;
  return {
    texts: context.messages(locale),
    locale,
    now,
    isShared: site.kind === "guild" && !isPrivate,
    siteName: (url) => (isOnPortal(url, profile) ? inPlain(profile.name, SITE_NAME_LENGTH) : undefined),
    imageUrl: (path) => platform.imageUrl(path),
    mention: (command) => context.mention(command),
  };
}

function isOnPortal(url: string, profile: Profile): boolean {
  return new URL(url).origin === new URL(resolveHosts(profile).portal).origin;
}
