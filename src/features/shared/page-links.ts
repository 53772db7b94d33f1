import { platformLocale } from "../../platform/locale.ts";
import { resolveHosts } from "../../platform/profile/hosts.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { fillTemplate } from "../../platform/profile/template.ts";

/** The service's pages for people; undefined where the profile names none. `locale` is Discord's code. */
export interface PageLinks {
  article(id: string, locale: string): string | undefined;
  profile(membershipId: string, locale: string): string | undefined;
  /** The page a record's own link leads to: https, or a path of the portal. */
  of(link: string | undefined): string | undefined;
}

/** Addresses of the service's pages for people, from the profile's templates. */
export function createPageLinks(profile: Profile): PageLinks {
  const { portal, api, content } = resolveHosts(profile);
  const fill = (template: string | undefined, values: Readonly<Record<string, string>>, locale: string) => {
    if (template === undefined) return undefined;
    const given = { ...values, locale: platformLocale(profile, locale) };
    const encoded = Object.entries(given).map(([name, value]) => [name, encodeURIComponent(value)]);
    return fillTemplate(template, { portal, api, content, ...Object.fromEntries(encoded) });
  };
  return {
    article: (id, locale) => fill(profile.links.article ?? profile.article.link, { id }, locale),
    profile: (membershipId, locale) => fill(profile.links.profile, { membershipId }, locale),
    of: (link) => pageAt(link, portal),
  };
}

/** An address a record names, or a path of the portal; undefined when it is neither. */
function pageAt(link: string | undefined, portal: string): string | undefined {
  if (link === undefined || !URL.canParse(link, `${portal}/`)) return undefined;
  const url = new URL(link, `${portal}/`);
  return url.protocol === "https:" || url.origin === new URL(portal).origin ? url.href : undefined;
}
