import { platformLocale } from "../../../platform/locale.ts";
import { resolveHosts } from "../../../platform/profile/hosts.ts";
import type { Profile } from "../../../platform/profile/schema.ts";
import { fillTemplate } from "../../../platform/profile/template.ts";

export type PageLinks = ReturnType<typeof createPageLinks>;

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
