import { platformLocale } from "../../platform/locale.ts";
import { resolveHosts } from "../../platform/profile/hosts.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { fillTemplate } from "../../platform/profile/template.ts";

/** The service's pages for people; undefined where the profile names none. `locale` is Discord's code. */
export interface PageLinks {
  article(id: string, locale: string): string | undefined;
  profile(membershipId: string, locale: string): string | undefined;
  /** The page a record's own link leads to, whole or a path of the portal; undefined where `mayLink` says no. */
  of(link: string | undefined): string | undefined;
  /** Whether members may be led there: an origin the profile names. */
  readonly mayLink: (url: URL) => boolean;
}

/** Addresses of the service's pages for people, from the profile's templates. */
export function createPageLinks(profile: Profile): PageLinks {
  const { portal, api, content, linked } = resolveHosts(profile);
  const mayLink = ({ origin, username, password }: URL) =>
    linked.has(origin) && username === "" && password === "";
  const fill = (template: string | undefined, values: Readonly<Record<string, string>>, locale: string) => {
    if (template === undefined) return undefined;
    const given = { ...values, locale: platformLocale(profile, locale) };
    const encoded = Object.entries(given).map(([name, value]) => [name, encodeURIComponent(value)]);
    return fillTemplate(template, { portal, api, content, ...Object.fromEntries(encoded) });
  };
  return {
    article: (id, locale) => fill(profile.links.article ?? profile.article.link, { id }, locale),
    profile: (membershipId, locale) => fill(profile.links.profile, { membershipId }, locale),
    of: (link) => {
      if (link === undefined || !URL.canParse(link, `${portal}/`)) return undefined;
      const url = new URL(link, `${portal}/`);
      return mayLink(url) ? url.href : undefined;
    },
    mayLink,
  };
}
