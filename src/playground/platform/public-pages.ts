import type { Profile } from "../../platform/profile/schema.ts";
import type { FileRoute } from "./files.ts";
import { languageOf } from "./languages.ts";
import type { Content } from "./respond.ts";
import { matcher } from "./routes.ts";
import { escapeHtml, page } from "./sign-in/pages.ts";
import type { ArticleRef } from "./world/articles.ts";
import { rareTrends } from "./world/trend.ts";
import type { World } from "./world/world.ts";

interface PagesRoom {
  readonly profile: Profile;
  readonly world: World;
  /** Address of the pictures, as far as their own path. */
  readonly images: string;
}

interface Told {
  readonly title: string;
  readonly text: string;
  readonly image?: string;
}

/** The pages links lead to, the profile's and those of what trends, by their path. */
export function publicPage(room: PagesRoom, path: string): FileRoute | undefined {
  const { profile } = room;
  const read = (link: string | undefined) =>
    link === undefined ? undefined : matcher(pathOf(link), "[^/]+")(path);
  const article = read(profile.links.article) ?? read(profile.article.link) ?? read("/News/{id}");
  const player = read(profile.links.profile);
  const told =
    (article && articleOf(room, article)) ??
    (player && playerOf(room, player)) ??
    rarePage(path) ??
    ownPage(profile, path);
  return told && { name: "pages", content: () => publicHtml(room, told) };
}

/** An article's page, by the article itself. */
export function articlePage(room: PagesRoom, ref: ArticleRef, locale?: string): Content {
  return publicHtml(room, toldOf(room, ref, locale));
}

type Found = Readonly<Record<string, string | undefined>>;

function articleOf(room: PagesRoom, { id = "", locale }: Found): Told | undefined {
  const ref = /^\d{1,19}$/.test(id) ? room.world.articles.byId(id) : undefined;
  return ref && toldOf(room, ref, locale);
}

function toldOf({ profile, world, images }: PagesRoom, ref: ArticleRef, locale?: string): Told {
  const { title, summary } = world.articles.heading(ref, languageOf(profile, locale));
  return { title, text: summary, image: `${images}${world.articles.image(ref)}` };
}

function playerOf({ world }: PagesRoom, { membershipId = "" }: Found): Told | undefined {
  const { players } = world;
  const player = /^\d{1,19}$/.test(membershipId) ? players.byMembershipId(membershipId) : undefined;
  if (player === undefined || players.isDeleted(player)) return undefined;
  return { title: players.name(player), text: "A player's page." };
}

/** What trends without being an article, a player or a thing of the game. */
function rarePage(path: string): Told | undefined {
  const trend = rareTrends([]).find(({ link }) => link === path);
  return trend && { title: trend.displayName, text: "There is no more to this page." };
}

/** Where a sign-in leads: home, and to those who would have to register. */
function ownPage({ name, hosts, locale, signIn }: Profile, path: string): Told | undefined {
  const home = pathOf(hosts.portal).replace(/\/+$/, "");
  const at = path.replace(/\/+$/, "");
  const codes = [locale.default, ...Object.values(locale.codes)];
  const homes = [home, ...codes.map((code) => `${home}/${code}`)];
  if (homes.includes(at)) return { title: name, text: "There is no more to this page." };
  const isRegister = homes.some((one) => at === one + signIn.registerSegment);
  return isRegister ? { title: `Register at ${name}`, text: "Nobody can register here." } : undefined;
}

/** What sites say of themselves to those who link to them: https://ogp.me. */
function publicHtml({ profile }: PagesRoom, { title, text, image }: Told): Content {
  const tags = Object.entries({
    "og:site_name": profile.name,
    "og:title": title,
    "og:description": text,
    "og:image": image,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : [`<meta property="${name}" content="${escapeHtml(value)}">`],
  );
  return page(200, title, `${tags.join("\n")}\n<p>${escapeHtml(text)}</p>`);
}

function pathOf(link: string): string {
  return link
    .replace("{portal}", "")
    .replace(/^https?:\/\/[^/]+/, "")
    .replace(/[?#].*$/, "");
}
