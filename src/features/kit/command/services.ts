import type { Definitions } from "../../../definitions/definitions.ts";
import type { Emoji } from "../../../discord/reply/reply.ts";
import { type Messages, messagesFor } from "../../../messages/catalog.ts";
import type { Pictures } from "../../../pictures/pictures.ts";
import type { PlatformClient } from "../../../platform/client.ts";
import { type LabelOf, labelsOf } from "../../../platform/profile/labels.ts";
import type { Profile } from "../../../platform/profile/schema.ts";
import type { GuildSettingsStore, MemberSettingsStore } from "../settings/settings.ts";
import { platformLocale } from "../../../platform/locale.ts";
import { resolveHosts } from "../../../platform/profile/hosts.ts";
import { fillTemplate } from "../../../platform/profile/template.ts";

/** Who runs this bot, as shown to members. */
export interface Operator {
  readonly name?: string;
  readonly contact?: string;
  readonly privacyUrl?: string;
}

/** Images of the platform, for cards. */
interface RemoteImages {
  /** Returns the bytes of an image that is safe to decode; undefined: draw without it. Never rejects. */
  get(url: string | undefined, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}

/** What every command may use besides its invocation; a feature adds services of its own. */
export interface KitServices {
  readonly platform: PlatformClient;
  readonly profile: Profile;
  readonly labels: LabelOf;
  readonly definitions: Definitions;
  readonly images: RemoteImages;
  readonly pageLinks: PageLinks;
  readonly operator: Operator;
  /** The platform's icons as emojis, by URL; new ones are called what they show. */
  readonly icons?: { of(url: string | undefined, shows?: string): Emoji | undefined } | undefined;
  /** Draws cards; absent where the operator turned pictures off. */
  readonly pictures?: Pictures | undefined;
  readonly guilds: GuildSettingsStore;
  readonly memberSettings: MemberSettingsStore;
  /** Returns the texts in the reader's language. */
  readonly messages: (locale: string) => Messages;
}

/** Returns the services, with those that follow from the profile and the catalog. */
export function createKitServices(
  parts: Omit<KitServices, "labels" | "pageLinks" | "messages">,
): KitServices {
  return {
    ...parts,
    labels: labelsOf(parts.profile),
    pageLinks: createPageLinks(parts.profile),
    messages: messagesFor,
  };
}

type PageLinks = ReturnType<typeof createPageLinks>;

/**
 * Returns the platform's web pages, from the profile's templates; undefined where there is none. `locale` is Discord's
 * code.
 */
export function createPageLinks(profile: Profile) {
  const { portal, api, content, linked } = resolveHosts(profile);
  /** Returns whether members may be sent there: an origin the profile names. */
  const mayLink = ({ origin, username, password }: URL) =>
    linked.has(origin) && username === "" && password === "";
  const fill = (template: string | undefined, values: Readonly<Record<string, string>>, locale: string) => {
    if (template === undefined) return undefined;
    const given = { ...values, locale: platformLocale(profile, locale) };
    const encoded = Object.entries(given).map(([name, value]) => [name, encodeURIComponent(value)]);
    return fillTemplate(template, { portal, api, content, ...Object.fromEntries(encoded) });
  };
  return {
    article: (id: string, locale: string) =>
      fill(profile.links.article ?? profile.article.link, { id }, locale),
    profile: (membershipId: string, locale: string) => fill(profile.links.profile, { membershipId }, locale),
    /**
     * Returns the page of a record's own link, absolute or relative to the portal; undefined where `mayLink` forbids
     * it.
     */
    of: (link: string | undefined): string | undefined => {
      if (link === undefined || !URL.canParse(link, `${portal}/`)) return undefined;
      const url = new URL(link, `${portal}/`);
      return mayLink(url) ? url.href : undefined;
    },
    mayLink,
  };
}
