import { jsonOrNothing } from "../../../base/json.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Clock } from "../../../base/clock.ts";
import { resolveHosts } from "../../../platform/profile/hosts.ts";
import { PROVIDER_TITLES } from "../../../platform/profile/sign-in-schema.ts";
import type { Profile } from "../../../platform/profile/schema.ts";
import { SimulatedBrowser, type Sites } from "./simulated-browser.ts";
import type { BrowserView } from "./view.ts";
import { readUpTo, sendJson } from "../http.ts";

export interface BrowserOptions {
  /** The embedded platform's, with its hosts on this machine. */
  readonly profile: Profile;
  readonly clock: Clock;
  /** The page of the bot on which sign-ins end, if it has one. */
  readonly landing?: string | undefined;
}

const MOST_PEOPLE = 100;
const person = z.string().regex(/^\d{1,20}$/);
const text = z.string().max(2_000);
const calls = z.discriminatedUnion("name", [
  z.object({ name: z.enum(["look", "back", "reload", "close"]), ask: z.strictObject({ as: person }) }),
  z.object({ name: z.literal("open"), ask: z.strictObject({ as: person, address: text }) }),
  z.object({
    name: z.literal("submit"),
    ask: z.strictObject({
      as: person,
      page: z.int(),
      form: z.int().min(0),
      fields: z.record(z.string().max(200), z.union([text, z.boolean()])),
    }),
  }),
]);

/** The simulated browsers: one private window a person, kept in memory only. */
export class Browsers {
  readonly #sites: Sites;
  readonly #clock: Clock;
  readonly #windows = new LRUCache<string, SimulatedBrowser>({ max: MOST_PEOPLE });

  constructor({ profile, clock, landing }: BrowserOptions) {
    this.#sites = sitesOf(profile, landing);
    this.#clock = clock;
  }

  /** Carries out the page's call and returns what the browser shows then; undefined for an invalid call. */
  async call(name: string, ask: unknown): Promise<BrowserView | undefined> {
    const { data } = calls.safeParse({ name, ask });
    if (data === undefined) return undefined;
    const browser = this.#of(data.ask.as);
    if (data.name === "open") await browser.open(data.ask.address);
    else if (data.name === "submit") await browser.submit(data.ask.page, data.ask.form, data.ask.fields);
    else if (data.name !== "look") await browser[data.name]();
    return browser.view();
  }

  #of(who: string): SimulatedBrowser {
    const browser = this.#windows.get(who) ?? new SimulatedBrowser(this.#sites, this.#clock);
    this.#windows.set(who, browser);
    return browser;
  }
}

/** Returns the allowed origins, and E1 as bookmarks with itself as return path, so that it ends on the service. */
function sitesOf(profile: Profile, landing: string | undefined): Sites {
  const hosts = resolveHosts(profile);
  const { default: locale } = profile.locale;
  const ids = Object.keys(PROVIDER_TITLES) as (keyof typeof PROVIDER_TITLES)[];
  const bookmarks = ids.flatMap((id) => {
    const provider = profile.providers[id];
    if (provider === undefined) return [];
    const path = profile.signIn.path
      .replaceAll("{locale}", locale)
      .replaceAll("{provider}", provider.signInId);
    const address = new URL(`${hosts.portal}${path}`);
    address.searchParams.set(profile.signIn.returnQuery, address.pathname);
    return [{ title: `Sign in with a ${PROVIDER_TITLES[id]}`, address: address.href }];
  });
  const own = landing === undefined ? [] : [new URL(landing).origin];
  return { name: profile.name, origins: new Set([...hosts.allowed, ...own]), bookmarks };
}

const ASK_BYTES = 64 * 1024;

/** Answers a call of the page's browser window. */
export async function answerBrowser(
  browsers: Browsers,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readUpTo(ASK_BYTES, request);
  const ask = body && jsonOrNothing(body.toString());
  const view = ask === undefined ? undefined : await browsers.call(name, ask);
  if (view !== undefined) return sendJson(response, 200, view);
  sendJson(response, 400, { code: "bad-input", message: "The browser couldn't read that." });
}
