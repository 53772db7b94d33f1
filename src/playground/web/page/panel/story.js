/**
 * What passed between the bot, Discord and the platform, told as steps a person can read. Pure: entries in,
 * steps out.
 */

/** @import { TrafficEntry } from "../../../discord/local-api.ts" */
/** @import { SeenRequest } from "./control.js" */
/** @typedef {"bot" | "discord" | "platform" | "person"} Party */
/**
 * @typedef {object} Step
 * @property {string} key
 * @property {number} at when it began
 * @property {number} realAt the same by a clock nobody moves
 * @property {Party} from
 * @property {Party} to
 * @property {string} title
 * @property {string} technical the request's line, or the event's name
 * @property {"event" | "call" | "noise" | "picture"} kind
 * @property {boolean} begins whether someone did something here: what follows is its consequence
 * @property {boolean} isBad
 * @property {number} [status]
 * @property {number} [ms]
 * @property {number} [bytes]
 * @property {string} [body]
 * @property {readonly string[]} faults what was refused, by path
 */

export const PARTIES = /** @type {Readonly<Record<Party, string>>} */ ({
  bot: "Bot",
  discord: "Discord",
  platform: "Platform",
  person: "Browser",
});

const ANSWERS = /** @type {Readonly<Record<number, string>>} */ ({
  4: "Answers with a message",
  5: "Acknowledges: the answer will follow",
  6: "Acknowledges: the message will change",
  7: "Changes the message",
  8: "Suggests values",
  9: "Opens a form",
});

const EVENTS = /** @type {Readonly<Record<string, string>>} */ ({
  IDENTIFY: "Connects and says who it is",
  RESUME: "Comes back to its session",
  READY: "Lets the bot in",
  RESUMED: "Takes the session up again",
  RECONNECT: "Asks the bot to connect anew",
  INVALID_SESSION: "Ends the session",
  GUILD_CREATE: "Tells of a server",
  GUILD_DELETE: "Tells that a server is gone",
});

/** By method and path, first match. */
const CALLS = /** @type {readonly (readonly [RegExp, string])[]} */ ([
  [/^PATCH \/webhooks\/.*\/messages\/@original$/, "Fills in its answer"],
  [/^DELETE \/webhooks\/.*\/messages\//, "Takes its answer back"],
  [/^GET \/webhooks\//, "Reads its answer"],
  [/^PATCH \/webhooks\//, "Changes its follow-up"],
  [/^POST \/webhooks\//, "Sends a follow-up"],
  [/^POST \/channels\/\d+\/messages$/, "Posts a message"],
  [/^POST \/channels\/\d+\/messages\/\d+\/crosspost$/, "Publishes the post to followers"],
  [/^PATCH \/channels\/\d+\/messages\//, "Changes its post"],
  [/^DELETE \/channels\/\d+\/messages\//, "Deletes its post"],
  [/^GET \/channels\/\d+\/messages/, "Reads messages"],
  [/^PATCH \/channels\/\d+$/, "Changes a channel"],
  [/^GET \/channels\/\d+$/, "Looks a channel up"],
  [/^POST \/users\/@me\/channels$/, "Opens a direct conversation"],
  [/^PUT .*\/commands$/, "Publishes its commands"],
  [/^GET .*\/commands$/, "Reads which commands are published"],
  [/^GET \/gateway/, "Asks where to connect"],
  [/^PATCH \/applications\/@me$/, "Updates its description"],
  [/^GET \/applications\/@me$/, "Asks who it is"],
  [/^GET \/guilds\//, "Looks a server up"],
]);

const OPERATIONS = /** @type {Readonly<Record<string, string>>} */ ({
  "trending.list": "Asks what is trending",
  "trending.entry": "Asks for one trending entry",
  "definitions.manifest": "Asks which definitions there are",
  "definitions.one": "Asks for one name and icon",
  files: "Fetches definitions",
  images: "Fetches a picture",
  "milestones.public": "Asks what is on this week",
  "milestones.content": "Asks what a milestone is about",
  "content.byId": "Asks for an article",
  "content.search": "Searches articles",
  "user.byId": "Asks for a player",
  "user.search": "Searches players by name",
  "accounts.of": "Asks for a player's accounts",
  "account.current": "Asks whose session this is",
  "stats.account": "Asks for statistics",
  "stats.character": "Asks for a character's statistics",
  signIn: "Begins a sign-in",
  "signIn.finish": "Finishes a sign-in",
});

/**
 * @param {readonly TrafficEntry[]} traffic
 * @param {readonly SeenRequest[]} requests
 * @returns {Step[]} in the order they began
 */
export function story(traffic, requests) {
  return [...traffic.map(fromDiscord), ...requests.map(fromPlatform)].sort((a, b) => a.realAt - b.realAt);
}

/**
 * @param {TrafficEntry} entry
 * @returns {Step}
 */
function fromDiscord(entry) {
  const isFromBot = entry.from === "bot";
  const isCall = entry.over === "http";
  const doing = entry.what === "INTERACTION_CREATE" ? interaction(entry.body ?? "") : undefined;
  return {
    key: `d${entry.n}`,
    // A call is recorded when it is over.
    at: entry.at - (entry.ms ?? 0),
    realAt: entry.realAt - (entry.ms ?? 0),
    from: isFromBot ? "bot" : "discord",
    to: isFromBot ? "discord" : "bot",
    title: doing?.title ?? (isCall ? callTitle(entry) : (EVENTS[entry.what] ?? entry.what)),
    technical: entry.what,
    kind: isCall ? "call" : /HEARTBEAT|HELLO/.test(entry.what) ? "noise" : "event",
    begins: doing?.begins ?? false,
    isBad: entry.refused !== undefined || (entry.status ?? 200) >= 400,
    status: entry.status,
    ms: entry.ms,
    bytes: entry.bytes,
    body: entry.body,
    faults: faultsOf(entry),
  };
}

/** @param {TrafficEntry} entry */
function faultsOf({ refused }) {
  if (refused === undefined) return [];
  return [`${refused.code} ${refused.message}`, ...refused.paths];
}

/** @param {TrafficEntry} entry */
function callTitle({ what, body }) {
  if (/^POST \/interactions\/.*\/callback/.test(what)) {
    const type = Number(/"type":(\d+)/.exec(body ?? "")?.[1]);
    return ANSWERS[type] ?? "Answers";
  }
  return CALLS.find(([pattern]) => pattern.test(what))?.[1] ?? what;
}

/**
 * What someone did, from the event that tells the bot of it. The body may be cut, so it is read piece by piece.
 * @param {string} body
 */
function interaction(body) {
  const type = Number(/"type":(\d+),"token"/.exec(body)?.[1]);
  const person = /"global_name":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? "Someone";
  const data = body.slice(Math.max(body.indexOf('"data":'), 0));
  const name = /"name":"((?:[^"\\]|\\.)*)"/.exec(data)?.[1] ?? "";
  const isMenu = /"data":\{[^{}[\]]*"type":[23]/.test(body);
  const isSelect = /"component_type":(?!2)\d/.test(body);
  if (type === 2) return { title: `${person} used ${isMenu ? name : `/${name}`}`, begins: true };
  if (type === 3)
    return { title: `${person} ${isSelect ? "chose from a menu" : "pressed a button"}`, begins: true };
  if (type === 4) return { title: `${person} is typing into /${name}`, begins: false };
  if (type === 5) return { title: `${person} submitted a form`, begins: true };
  return { title: "Something happened", begins: false };
}

/**
 * @param {SeenRequest} request
 * @returns {Step}
 */
function fromPlatform(request) {
  const { operation, status } = request;
  const isBot = /Milepost/.test(request.headers["user-agent"] ?? "");
  const isPicture = operation === "images";
  return {
    key: `p${request.platform} ${request.n}`,
    at: request.at,
    realAt: request.realAt,
    from: isBot ? "bot" : isPicture ? "discord" : "person",
    to: "platform",
    title: OPERATIONS[operation] ?? `Asks for ${operation}`,
    technical: `${request.method} ${request.path}`,
    kind: isPicture ? "picture" : "call",
    begins: false,
    isBad: (status ?? 200) >= 400,
    status,
    ms: request.ms,
    bytes: request.body?.length,
    body: request.body,
    faults: [],
  };
}

/**
 * The body as one reads it: JSON indented where it is whole, else as it came.
 * @param {string} body
 */
export function readable(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
