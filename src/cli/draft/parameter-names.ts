import type { RouteParameter } from "./routes.ts";
import { plainOf } from "./names.ts";

const PERSON = [
  "membershipid",
  "userid",
  "memberid",
  "accountid",
  "playerid",
  "personid",
  "profileid",
  "playfabid",
  "puuid",
  "xuid",
  "steamid",
  "playertag",
  "usertag",
];
const WORDS = ["query", "search", "q", "term", "keyword", "searchquery", "searchterm", "searchtext"];

/** Services' names of our parameters, in lower-case letters and digits. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  membershipId: [...PERSON, "id", "username"],
  membershipType: ["membershiptype", "accounttype", "platformtype", "platform", "network"],
  id: [...PERSON, "articleid", "contentid", "postid", "id"],
  character: ["characterid", "heroid", "character"],
  name: [
    "name",
    "username",
    "displayname",
    "handle",
    "nickname",
    "gamertag",
    "login",
    "prefix",
    "displaynameprefix",
    "usernameprefix",
    "playername",
    "nick",
    ...WORDS,
  ],
  text: ["text", ...WORDS],
  page: ["page", "pagenumber", "currentpage"],
  pageSize: ["pagesize", "perpage", "itemsperpage", "limit", "count", "size"],
  cursor: [
    "cursor",
    "after",
    "pagetoken",
    "nexttoken",
    "nextcursor",
    "startingafter",
    "continuation",
    "continuationtoken",
    "paginationtoken",
    "scrollid",
    "maxid",
  ],
  offset: ["offset", "skip"],
  locale: ["locale", "lang", "language", "culture", "hl"],
  hash: ["hash", "milestonehash", "hashidentifier"],
  table: ["table", "entitytype", "definitiontype"],
  identifier: ["identifier", "slug", "entryid", "id"],
  type: ["type", "entrytype", "trendingentrytype"],
  category: ["category", "categoryid"],
  mode: ["mode", "modes", "activitymode"],
  period: ["period", "periodtype"],
  from: ["from", "daystart"],
  to: ["to", "dayend"],
};

/** JSON:API has `filter[name]` and `page[size]`; `{id|slug}` takes either. */
const plainNames = (name: string) => name.split("|").map((one) => plainOf(one.replace(/^filter\b/i, "")));

/** Returns whether a service's parameter is one of ours: `destinyMembershipId` is a `membershipId`. */
export function isCalled(ours: string, name: string): boolean {
  const names = CALLED[ours] ?? [];
  return plainNames(name).some((plain) => {
    const one = plain.replace(/s$/, "");
    return names.some(
      (known) => known === plain || known === one || (known.length > 8 && plain.endsWith(known)),
    );
  });
}

/** Returns how well a name fits one of ours: smaller is better. */
export function placeOfName(ours: string, { name }: RouteParameter): number {
  const places = plainNames(name).map((one) => (CALLED[ours] ?? []).indexOf(one));
  return Math.min(...places.map((place) => (place === -1 ? 99 : place)));
}

/** Returns whether a parameter is any of ours. */
export function isKnownParameter(name: string): boolean {
  return Object.keys(CALLED).some((ours) => isCalled(ours, name));
}
