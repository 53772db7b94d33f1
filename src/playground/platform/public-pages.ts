import { withoutEndSlashes } from "../../base/address.ts";
import { escapeHtml } from "../../base/html.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { languageOf } from "./languages.ts";
import type { Content, FileRoute } from "./respond.ts";
import { matcher } from "./routes.ts";
import { page } from "./sign-in/pages.ts";
import type { ArticleRef } from "./game-data/articles.ts";
import { rareTrends } from "./game-data/trend.ts";
import type { GameData } from "./game-data/game-data.ts";

interface PageContext {
  readonly profile: Profile;
  readonly gameData: GameData;
  /** The base address of images. */
  readonly images: string;
}

interface PageText {
  readonly title: string;
  readonly text: string;
  readonly image?: string;
}

/** Returns the page at this path to which links of the profile or of trending entries lead. */
export function publicPage(context: PageContext, path: string): FileRoute | undefined {
  const { profile } = context;
  const read = (link: string | undefined) =>
    link === undefined ? undefined : matcher(pathOf(link), "[^/]+")(path);
  const article = read(profile.links.article) ?? read(profile.article.link) ?? read("/News/{id}");
  const player = read(profile.links.profile);
  const told =
    (article && articleOf(context, article)) ??
    (player && playerOf(context, player)) ??
    rarePage(path) ??
    ownPage(profile, path);
  return told && { name: "pages", content: () => publicHtml(context, told) };
}

export function articlePage(context: PageContext, ref: ArticleRef, locale?: string): Content {
  return publicHtml(context, toldOf(context, ref, locale));
}

type Found = Readonly<Record<string, string | undefined>>;

function articleOf(context: PageContext, { id = "", locale }: Found): PageText | undefined {
  const ref = /^\d{1,19}$/.test(id) ? context.gameData.articles.byId(id) : undefined;
  return ref && toldOf(context, ref, locale);
}

function toldOf({ profile, gameData, images }: PageContext, ref: ArticleRef, locale?: string): PageText {
  const { title, summary } = gameData.articles.heading(ref, languageOf(profile, locale));
  return { title, text: summary, image: `${images}${gameData.articles.image(ref)}` };
}

function playerOf({ gameData }: PageContext, { membershipId = "" }: Found): PageText | undefined {
  const { players } = gameData;
  const player = /^\d{1,19}$/.test(membershipId) ? players.byMembershipId(membershipId) : undefined;
  if (player === undefined || players.isDeleted(player)) return undefined;
  return { title: players.name(player), text: "A player's page." };
}

function rarePage(path: string): PageText | undefined {
  const trend = rareTrends([]).find(({ link }) => link === path);
  return trend && { title: trend.displayName, text: "There is no more to this page." };
}

/** The home page, where sign-ins end, and the page to register. */
function ownPage({ name, hosts, locale, signIn }: Profile, path: string): PageText | undefined {
  const home = withoutEndSlashes(pathOf(hosts.portal));
  const at = withoutEndSlashes(path);
  const codes = [locale.default, ...Object.values(locale.codes)];
  const homes = [home, ...codes.map((code) => `${home}/${code}`)];
  if (homes.includes(at)) return { title: name, text: "There is no more to this page." };
  const isRegister = homes.some((one) => at === one + signIn.registerSegment);
  return isRegister ? { title: `Register at ${name}`, text: "Nobody can register here." } : undefined;
}

/** Returns a page with Open Graph tags (https://ogp.me), which links' previews show. */
function publicHtml({ profile }: PageContext, { title, text, image }: PageText): Content {
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
