/**
 * What services call the fields that members see, the commonest first, in lower-case letters and digits. A name counts
 * with the record's own noun before it, too: `user_id` in a user, `article_title` in an article.
 */

const ID = ["id", "guid", "uuid", "identifier"];
const STARTS = [
  "startdate",
  "startsat",
  "starttime",
  "startedat",
  "start",
  "starts",
  "begindate",
  "beginsat",
];
const BEGINS = ["begintime", "beginat", "begin", "opensat", "datestart", "starttimestamp", "startat", "from"];
const ENDS = [
  "enddate",
  "endsat",
  "endtime",
  "endedat",
  "end",
  "ends",
  "finishdate",
  "finishesat",
  "finishat",
];
const EXPIRES = ["expiresat", "expires", "expirydate", "expirationdate", "expiration", "expiry", "expireat"];
const UNTIL = ["validuntil", "until", "closesat", "dateend", "endtimestamp", "endat", "unpublishedat", "to"];
const PUBLISHED = [
  "publishedat",
  "published",
  "publishdate",
  "publicationdate",
  "publishedon",
  "publishtime",
];
const POSTED = [
  "publisheddate",
  "datepublished",
  "pubdate",
  "postedat",
  "posteddate",
  "posted",
  "releasedate",
];
const DATED = ["releasedat", "date", "timestamp", "time", "createdat", "created", "createddate", "createdon"];
const CREATED = ["creationdate", "datecreated", "createtime", "creationtime", "insertedat"];
const CHANGED = ["updatedat", "updated", "updatedate", "updatetime", "dateupdated", "modifiedat", "modified"];
const EDITED = ["modifieddate", "datemodified", "lastmodified", "lastupdated", "lastupdate", "editedat"];
const TITLE = [
  "title",
  "headline",
  "displayname",
  "name",
  "subject",
  "heading",
  "fullname",
  "caption",
  "label",
];
const TEASER = [
  "tagline",
  "summary",
  "subtitle",
  "excerpt",
  "teaser",
  "shortdescription",
  "description",
  "intro",
];
const LINK = ["link", "url", "permalink", "href", "htmlurl", "weburl", "webpage", "canonicalurl", "uri"];
const NAME = ["displayname", "globalname", "personaname", "nickname", "nick", "name", "username", "handle"];
const LOGIN = [
  "gamertag",
  "gamename",
  "ingamename",
  "screenname",
  "login",
  "acct",
  "playername",
  "realname",
  "fullname",
  "symbol",
  "tag",
];
const PLAYED = [
  "played",
  "lastplayed",
  "playedat",
  "lastplayedat",
  "lastlogin",
  "lastloginat",
  "lastseen",
  "lastonline",
];

const FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  GeneralUser: {
    membershipId: [...ID, "uid", "xuid", "puuid", "steamid", "slug", "symbol", "tag", "username", "login"],
    displayName: [...NAME, ...LOGIN],
    about: ["about", "aboutme", "bio", "biography", "description", "note", "signature"],
    firstAccess: [
      ...CREATED,
      "createdat",
      "created",
      "joinedat",
      "joined",
      "joindate",
      "registeredat",
      "registered",
    ],
    lastUpdate: [...CHANGED, ...EDITED],
    statusText: ["statustext", "statusmessage"],
    locale: ["locale", "lang", "language", "langtag"],
    profileBanExpire: ["banneduntil", "banexpires", "banexpiresat"],
  },
  TrendingStub: {
    identifier: [...ID, "tid", "slug", "key", "guidtext", "link", "url", "permalink"],
    displayName: TITLE,
    tagline: TEASER,
    link: LINK,
    startDate: [...STARTS, ...PUBLISHED, ...POSTED, ...DATED, ...CREATED],
    endDate: [...ENDS, ...EXPIRES, ...UNTIL],
    isFeatured: ["isfeatured", "featured", "ispinned", "pinned", "sticky", "promoted"],
  },
  ContentItemPublicContract: {
    contentId: [...ID, "pid", "tid", "slug"],
    cType: ["ctype", "contenttype"],
    creationDate: [...PUBLISHED, ...POSTED, ...DATED, ...CREATED],
    modifyDate: [...CHANGED, ...EDITED],
    author: ["author", "creator", "user", "account", "poster"],
  },
  GamePublicMilestone: {
    milestoneHash: ["milestonehash", "hash", ...ID, "slug", "key", "url", "link", "permalink"],
    startDate: [...STARTS, ...BEGINS, "date", "releasedate"],
    endDate: [...ENDS, ...EXPIRES, ...UNTIL],
    name: [...TITLE, "event", "eventname"],
    description: TEASER,
  },
  GameMilestoneContent: {
    about: ["about", "description", "text", "body", "content", "details", "summary"],
  },
  GameAccount: {
    id: ID,
    membershipType: ["membershiptype", "platform", "network", "provider", "type"],
    name: [...NAME, ...LOGIN],
    lastPlayed: PLAYED,
  },
  CurrentAccount: {
    membershipId: [...ID, "uid", "username", "login", "symbol"],
    name: [...NAME, ...LOGIN],
    accounts: ["accounts", "memberships", "linkedaccounts", "identities"],
  },
  Character: {
    id: ID,
    label: ["label", "class", "classname", "charactertype", "role", "name"],
    lastPlayed: PLAYED,
  },
};

/** The nouns of each record, which its members may repeat. */
const NOUNS: Readonly<Record<string, readonly string[]>> = {
  GeneralUser: [
    "user",
    "player",
    "account",
    "member",
    "membership",
    "profile",
    "person",
    "persona",
    "broadcaster",
  ],
  TrendingStub: [
    "news",
    "article",
    "post",
    "topic",
    "thread",
    "story",
    "entry",
    "item",
    "content",
    "announcement",
  ],
  ContentItemPublicContract: ["content", "article", "post", "topic", "thread", "story", "news", "page"],
  GamePublicMilestone: ["milestone", "event", "season", "campaign", "tournament", "contest"],
  GameAccount: ["account", "membership", "profile"],
  CurrentAccount: ["user", "player", "account", "member", "membership", "profile"],
  Character: ["character", "hero"],
};

/** Returns what services call a field; undefined where nothing is known of it but its name. */
export function namesOfField(record: string, field: string): readonly string[] | undefined {
  return FIELDS[record]?.[field];
}

/** Returns whether it is known what services call a record's fields; others then only count by their own name. */
export const hasKnownFields = (record: string) => Object.hasOwn(FIELDS, record);

/** Returns the nouns of a record, in singular. */
export function nounsOf(record: string): readonly string[] {
  return NOUNS[record] ?? [];
}

/** Fields of pictures for members, and whether they are wide ones. */
export const PICTURES: Readonly<Record<string, Readonly<Record<string, "square" | "wide" | "any">>>> = {
  GeneralUser: { profilePicturePath: "square", profilePictureWidePath: "wide" },
  TrendingStub: { image: "any" },
  GamePublicMilestone: { icon: "any" },
};
