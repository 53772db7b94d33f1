import type { Clock } from "../../../base/clock.ts";
import { type DocumentForm, readDocument, type SiteDocument } from "./document.ts";
import { Jar } from "./jar.ts";
import type { Block, BrowserView, Header, ShownRequest } from "./view.ts";
import { type Incoming, fetchPage } from "./fetch-page.ts";

export interface Sites {
  readonly name: string;
  /** The only origins requests may be sent to. */
  readonly origins: ReadonlySet<string>;
  readonly bookmarks: BrowserView["bookmarks"];
}

interface Shown {
  readonly address: string;
  readonly status: number;
  readonly document: SiteDocument;
}

interface Step {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly body: string;
  /** The page with the form or link. */
  readonly from?: URL | undefined;
}

const HOPS = 20;
const MOST_REQUESTS = 60;
const MOST_PAGES = 30;
const USER_AGENT = "Mozilla/5.0 (compatible; Demo browser of the playground)";
const START = "";

/** A person's private window: real requests to the embedded platform, cookies in memory. */
export class SimulatedBrowser {
  readonly #sites: Sites;
  readonly #clock: Clock;
  readonly #jar: Jar;
  #requests: ShownRequest[] = [];
  #before: string[] = [];
  #shown: Shown;
  #page = 0;
  #lastRequest = 0;

  constructor(sites: Sites, clock: Clock) {
    this.#sites = sites;
    this.#clock = clock;
    this.#jar = new Jar(clock);
    this.#shown = startPage;
  }

  view(): BrowserView {
    const { address, status, document } = this.#shown;
    return {
      page: this.#page,
      address,
      title: document.title,
      status,
      blocks: document.blocks,
      cookies: this.#jar.list(),
      requests: this.#requests,
      hasBefore: this.#before.length > 0,
      bookmarks: this.#sites.bookmarks,
      site: this.#sites.name,
    };
  }

  /** Goes to an address; only the playground's own are requested. */
  async open(address: string): Promise<void> {
    this.#before = [...this.#before, this.#shown.address].slice(-MOST_PAGES);
    await this.#go(
      address,
      linksIn(this.#shown.document).includes(address) ? this.#shown.address : undefined,
    );
  }

  async back(): Promise<void> {
    const before = this.#before.pop();
    if (before !== undefined) await this.#go(before);
  }

  async reload(): Promise<void> {
    await this.#go(this.#shown.address);
  }

  /** Submits a form of the current page; ignores forms of older ones. */
  async submit(
    page: number,
    index: number,
    filled: Readonly<Record<string, string | boolean>>,
  ): Promise<void> {
    const form = page === this.#page ? this.#shown.document.forms[index] : undefined;
    if (form === undefined) return;
    this.#before = [...this.#before, this.#shown.address].slice(-MOST_PAGES);
    await this.#follow(stepOf(form, filled, new URL(this.#shown.address)));
  }

  /** Closes the window: cookies and history are gone, but not the session at the site. */
  close(): void {
    this.#jar.clear();
    this.#requests = [];
    this.#before = [];
    this.#show(startPage);
  }

  async #go(address: string, from?: string): Promise<void> {
    const text = address.trim();
    if (text === START) return this.#show(startPage);
    const whole = /^https?:\/\//i.test(text) ? text : `http://${text}`;
    if (!URL.canParse(whole)) return this.#show(notice(text, "That isn't an address."));
    const page = from === undefined ? undefined : new URL(from);
    await this.#follow({ method: "GET", url: new URL(whole), body: "", from: page });
  }

  /** Follows redirects, and pages that submit themselves, as browsers do. */
  async #follow(first: Step): Promise<void> {
    let step = first;
    for (let hop = 0; hop < HOPS; hop += 1) {
      if (!this.#isKnown(step.url)) {
        return this.#show(notice(step.url.href, "This browser opens the playground's own sites only."));
      }
      const answer = await this.#ask(step);
      if (answer === undefined) return this.#show(notice(step.url.href, "This site can't be reached."));
      const next = nextOf(step, answer);
      if (next === undefined) {
        const shown = pageOf(step.url, answer);
        const [form] = shown.document.forms;
        if (!shown.document.sendsItselfOn || form === undefined) return this.#show(shown);
        step = stepOf(form, {}, step.url);
      } else step = next;
    }
    this.#show(notice(step.url.href, "This page sent the browser from one address to the next without end."));
  }

  #isKnown({ origin, pathname, username, password }: URL): boolean {
    if (username !== "" || password !== "") return false;
    return this.#sites.origins.has(origin) && !/^\/+_control(\/|$)/i.test(pathname);
  }

  async #ask(step: Step): Promise<Incoming | undefined> {
    const headers = headersOf(step, this.#jar.header(step.url));
    const startedAt = this.#clock.now();
    try {
      const answer = await fetchPage({ ...step, headers });
      this.#jar.take(step.url, answer.setCookies);
      this.#record(step, startedAt, headers, answer);
      return answer;
    } catch {
      // Browsers say the same whatever the reason.
      return undefined;
    }
  }

  #record({ method, url }: Step, startedAt: number, headers: readonly Header[], answer: Incoming): void {
    this.#lastRequest += 1;
    const seen: ShownRequest = {
      number: this.#lastRequest,
      startedAt,
      method,
      address: url.href,
      status: answer.status,
      requestHeaders: headers,
      responseHeaders: answer.headers,
    };
    this.#requests = [...this.#requests, seen].slice(-MOST_REQUESTS);
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    this.#page += 1;
  }
}

const startPage: Shown = { address: START, status: 0, document: documentOf("New private window", []) };

function notice(address: string, text: string): Shown {
  const blocks: Block[] = [{ kind: "problem", inlines: [{ text }] }];
  return { address, status: 0, document: documentOf(text, blocks) };
}

function documentOf(title: string, blocks: readonly Block[]): SiteDocument {
  return { title, blocks, forms: [], sendsItselfOn: false };
}

function pageOf(url: URL, { status, isHtml, text }: Incoming): Shown {
  if (isHtml) return { address: url.href, status, document: readDocument(text, url) };
  const what =
    status >= 400 ? `The site shows nothing here (${String(status)}).` : "This page can't be shown.";
  const block: Block = { kind: "text", inlines: [{ text: what }] };
  return { address: url.href, status, document: documentOf(url.host, [block]) };
}

function nextOf({ method, url, body, from }: Step, { status, location }: Incoming): Step | undefined {
  if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, url.href))
    return undefined;
  const target = new URL(location, url);
  const isRepeated = (status === 307 || status === 308) && method === "POST";
  return isRepeated ? { method, url: target, body, from } : { method: "GET", url: target, body: "", from };
}

function stepOf(form: DocumentForm, filled: Readonly<Record<string, string | boolean>>, from: URL): Step {
  const fields = new URLSearchParams();
  for (const { name, type, value } of form.inputs) {
    const given = Object.hasOwn(filled, name) ? filled[name] : undefined;
    if (name === "" || (type === "checkbox" && given !== true)) continue;
    const isGiven = type !== "hidden" && type !== "checkbox" && typeof given === "string";
    fields.append(name, isGiven ? given : value || (type === "checkbox" ? "on" : ""));
  }
  if (form.method === "POST") return { method: "POST", url: form.action, body: fields.toString(), from };
  const url = new URL(form.action);
  url.search = fields.toString();
  return { method: "GET", url, body: "", from };
}

/** Returns the value of Sec-Fetch-Site; "none" where the person began the request. */
function siteOf({ origin }: URL, from: URL | undefined): string {
  if (from === undefined) return "none";
  return from.origin === origin ? "same-origin" : "cross-site";
}

function linksIn({ blocks }: SiteDocument): readonly (string | undefined)[] {
  return blocks.flatMap((block) =>
    block.kind === "form" ? [] : block.inlines.map(({ address }) => address),
  );
}

/** Returns headers in browsers' order, with lower-case names, as people copy them. */
function headersOf({ method, url, body, from }: Step, cookie: string | undefined): readonly Header[] {
  const headers: Header[] = [
    ["host", url.host],
    ["accept", "text/html,application/xhtml+xml"],
    ["accept-language", "en"],
  ];
  if (method === "POST") {
    headers.push(["content-type", "application/x-www-form-urlencoded"]);
    headers.push(["content-length", String(Buffer.byteLength(body))]);
    if (from !== undefined) headers.push(["origin", from.origin]);
  }
  if (cookie !== undefined) headers.push(["cookie", cookie]);
  headers.push(["sec-fetch-site", siteOf(url, from)]);
  headers.push(["user-agent", USER_AGENT]);
  return headers;
}
