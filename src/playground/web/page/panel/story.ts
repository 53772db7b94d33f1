/** Describes the traffic between bot, Discord and platform as steps people can read. */

import type { TrafficEntry } from "../../../discord/local-api.ts";
import type { SeenRequest } from "./control.ts";

type Party = "bot" | "discord" | "platform" | "person";
export interface Step {
  key: string;
  at: number;
  /** By the system's clock, which can't be moved. */
  realAt: number;
  from: Party;
  to: Party;
  title: string;
  /** The request line, or the event's name. */
  technical: string;
  kind: "event" | "call" | "noise" | "picture";
  /** Whether a person acted here and the following steps result from it. */
  begins: boolean;
  isBad: boolean;
  status?: number;
  ms?: number;
  bytes?: number;
  body?: string;
  /** Refused fields, by path. */
  faults: readonly string[];
}

export const PARTIES = {
  bot: "Bot",
  discord: "Discord",
  platform: "Platform",
  person: "Browser",
} as Readonly<Record<Party, string>>;

const ANSWERS = {
  4: "Answers with a message",
  5: "Acknowledges: the answer will follow",
  6: "Acknowledges: the message will change",
  7: "Changes the message",
  8: "Suggests values",
  9: "Opens a form",
} as Readonly<Record<number, string>>;

const EVENTS = {
  IDENTIFY: "Connects and says who it is",
  RESUME: "Comes back to its session",
  READY: "Lets the bot in",
  RESUMED: "Takes the session up again",
  RECONNECT: "Asks the bot to reconnect",
  INVALID_SESSION: "Ends the session",
  GUILD_CREATE: "Tells of a server",
  GUILD_DELETE: "Tells that a server is gone",
} as Readonly<Record<string, string>>;

const CALLS = [
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
  [/^PING$/, "Tries the interactions endpoint"],
] as readonly (readonly [RegExp, string])[];

const OPERATIONS = {
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
} as Readonly<Record<string, string>>;

/** Returns the steps in the order they began. */
export function story(traffic: readonly TrafficEntry[], requests: readonly SeenRequest[]): Step[] {
  return [...traffic.map(fromDiscord), ...requests.map(fromPlatform)].sort((a, b) => a.realAt - b.realAt);
}

function fromDiscord(entry: TrafficEntry): Step {
  const isFromBot = entry.from === "bot";
  const isCall = entry.over === "http";
  const doing = entry.what === "INTERACTION_CREATE" ? interaction(entry.body ?? "") : undefined;
  return {
    key: `d${entry.n}`,
    // Requests are recorded when they end.
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

function faultsOf({ refused }: TrafficEntry) {
  if (refused === undefined) return [];
  return [`${refused.code} ${refused.message}`, ...refused.paths];
}

/** Returns whether Discord refused what the bot sent; that it may not see something is an answer to a look. */
export function isRefused({ faults, technical }: Step): boolean {
  return faults.length > 0 && !technical.startsWith("GET ");
}

function callTitle({ what, body }: TrafficEntry) {
  if (/^POST \/interactions\/.*\/callback/.test(what)) {
    const type = Number(/"type":(\d+)/.exec(body ?? "")?.[1]);
    return ANSWERS[type] ?? "Answers";
  }
  return CALLS.find(([pattern]) => pattern.test(what))?.[1] ?? what;
}

/** Returns what a person did, from the event to the bot. Its body may be cut, so it isn't parsed as JSON. */
function interaction(body: string) {
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

function fromPlatform(request: SeenRequest): Step {
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

/** Returns the body with indented JSON, or unchanged where it isn't valid. */
export function readable(body: string) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
