import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Browsers } from "../../../../src/playground/web/browser/browsers.ts";
import { SimulatedBrowser } from "../../../../src/playground/web/browser/simulated-browser.ts";
import type { BrowserView } from "../../../../src/playground/web/browser/view.ts";
import { type Running, start } from "../../platform/support.ts";

const MIRA = "700000000000000001";
const OTHER = "700000000000000002";
const PASSWORD = "harbour-lights";
const FIELDS = {
  A: { login: "j_username", password: "j_password", stay: "rememberSignIn" },
  B: { login: "login", password: "passwd", stay: "KMSI" },
} as const;
type Provider = keyof typeof FIELDS;

let platform: Running;
let browsers: Browsers;
beforeAll(async () => {
  platform = await start("neutral");
});
beforeEach(() => {
  browsers = new Browsers({ profile: platform.profile, clock: platform.clock });
});
afterEach(() => {
  platform.faults.clear();
  platform.requests.clear();
});
afterAll(() => platform.close());

async function ask(name: string, more: object = {}, as = MIRA): Promise<BrowserView> {
  const view = await browsers.call(name, { as, ...more });
  if (view === undefined) throw new Error(`${name} was not understood`);
  return view;
}

async function openForm(provider: Provider): Promise<BrowserView> {
  const { bookmarks } = await ask("look");
  return ask("open", { address: bookmarks[provider === "A" ? 0 : 1]?.address });
}

async function signIn(provider: Provider, who = "mira", password = PASSWORD): Promise<BrowserView> {
  const { page } = await openForm(provider);
  const { login, password: secret } = FIELDS[provider];
  const fields = { [login]: `${who}@harbour.test`, [secret]: password };
  return ask("submit", { page, form: 0, fields });
}

const textOf = ({ blocks }: BrowserView) =>
  blocks.map((block) => (block.kind === "form" ? "[form]" : block.inlines.map(({ text }) => text).join("")));
const heading = (view: BrowserView) => textOf(view)[0];
const names = ({ cookies }: BrowserView) => cookies.map(({ name }) => name);
const SERVICE = ["portald", "portalatk", "portaldid"];

describe.each(["A", "B"] as const)("the sign-in at provider %s", (provider) => {
  it("shows the provider's own form, at the provider's address, without what it hides", async () => {
    const view = await openForm(provider);
    expect(new URL(view.address).origin).not.toBe(platform.url);
    const form = view.blocks.find((block) => block.kind === "form");
    expect(form).toMatchObject({
      button: "Sign in",
      fields: [
        { name: FIELDS[provider].login, label: "E-mail", type: "email", isRequired: true },
        { name: FIELDS[provider].password, label: "Password", type: "password" },
        { name: FIELDS[provider].stay, label: "Stay signed in", type: "checkbox" },
      ],
    });
    expect(JSON.stringify(view.blocks)).not.toMatch(/PPFT|params/);
  });

  it("ends on the service's page, with its cookies", async () => {
    const view = await signIn(provider);
    expect(heading(view)).toBe(`Signed in as ${platform.world.players.name(0)}`);
    expect(names(view)).toEqual(expect.arrayContaining(SERVICE));
    const atk = view.cookies.find(({ name }) => name === "portalatk");
    expect(atk).toMatchObject({ domain: "127.0.0.1", path: "/", isHttpOnly: true, sameSite: "Lax" });
    expect(atk?.expiresAt).toBeGreaterThan(platform.clock.now());
    expect(view.requests.at(-1)?.requestHeaders.find(([name]) => name === "cookie")?.[1]).toContain(
      `portalatk=${atk?.value}`,
    );
  });

  it("says that name and password don't belong together, and lets one try again", async () => {
    const wrong = await signIn(provider, "mira", "wrong");
    expect(heading(wrong)).toMatch(/^Sign in/);
    expect(wrong.blocks.some(({ kind }) => kind === "problem")).toBe(true);
    expect(names(wrong)).not.toContain("portalatk");
    const { login, password } = FIELDS[provider];
    const fields = { [login]: "mira@harbour.test", [password]: PASSWORD };
    expect(heading(await ask("submit", { page: wrong.page, form: 0, fields }))).toMatch(/^Signed in as/);
  });

  it("shows a captcha, a second factor and an account that never registered", async () => {
    expect(textOf(await signIn(provider, "tilda"))).toContain("Show that you are a person.");
    expect(textOf(await signIn(provider, "ruben"))).toContain("We sent a code to your phone.");
    const unknown = await signIn(provider, "noor");
    expect(unknown.address).toContain("/Register");
    expect(names(unknown)).not.toContain("portalatk");
  });

  it("stays signed in for longer when that is asked for", async () => {
    const { page } = await openForm(provider);
    const { login, password, stay } = FIELDS[provider];
    const fields = { [login]: "mira@harbour.test", [password]: PASSWORD, [stay]: true };
    const { cookies } = await ask("submit", { page, form: 0, fields });
    const days =
      ((cookies.find(({ name }) => name === "portalatk")?.expiresAt ?? 0) - platform.clock.now()) / 864e5;
    expect(days).toBeGreaterThan(25);
  });
});

describe("a private window", () => {
  it("ends the session by signing out, wherever it is used", async () => {
    await signIn("A");
    const before = platform.signIn.sessions.list().length;
    const page = await ask("look");
    const link = page.blocks
      .flatMap((block) => (block.kind === "form" ? [] : block.inlines))
      .find(({ address }) => address);
    expect(link?.text).toBe("Sign out");
    expect(heading(await ask("open", { address: link?.address }))).toBe("Signed out");
    expect(platform.signIn.sessions.list()).toHaveLength(before - 1);
  });

  it("forgets everything when it is closed, and leaves the session alive", async () => {
    const { cookies } = await signIn("B");
    const token = cookies.find(({ name }) => name === "portalatk")?.value;
    const closed = await ask("close");
    expect(closed).toMatchObject({ address: "", cookies: [], requests: [], hasBefore: false });
    expect(platform.signIn.sessions.find(token)).toBeDefined();
  });

  it("belongs to one person", async () => {
    await signIn("A");
    const other = await ask("look", {}, OTHER);
    expect(other).toMatchObject({ address: "", cookies: [], requests: [] });
  });

  it("lets cookies expire by the playground's clock", async () => {
    await signIn("A");
    platform.clock.advance(8 * 86_400_000);
    expect(names(await ask("look"))).not.toContain("portalatk");
    expect(heading(await ask("reload"))).toMatch(/^Sign/);
  });

  it("goes back and loads again", async () => {
    const form = await openForm("A");
    await ask("open", { address: "" });
    const back = await ask("back");
    expect(back.address).toBe(form.address);
    expect((await ask("reload")).address).toBe(form.address);
  });

  it("sends nothing of a form that is no longer shown", async () => {
    const { page } = await openForm("A");
    await openForm("B");
    const seen = platform.requests.total;
    await ask("submit", { page, form: 0, fields: { j_username: "mira@harbour.test", j_password: PASSWORD } });
    expect(platform.requests.total).toBe(seen);
  });

  it("keeps no password among its requests", async () => {
    expect(JSON.stringify(await signIn("A"))).not.toContain(`"${PASSWORD}"`);
    expect(JSON.stringify((await ask("look")).requests)).not.toContain(PASSWORD);
  });

  it("is carried through a page that sends itself on, and through headers that hold the code", async () => {
    platform.faults.add({ kind: "signIn", edge: "interstitial" });
    expect(heading(await signIn("B"))).toMatch(/^Signed in as/);
    platform.faults.clear();
    await ask("close");
    platform.faults.add({ kind: "signIn", edge: "twoStepLocation" });
    expect(heading(await signIn("A"))).toMatch(/^Signed in as/);
  });

  it("tells of an endless redirect and of maintenance", async () => {
    platform.faults.add({ kind: "signIn", edge: "redirectLoop" });
    expect(heading(await openForm("A"))).toMatch(/without end/);
    platform.faults.clear();
    platform.faults.add({ kind: "signIn", edge: "maintenancePage503" });
    expect(await openForm("A")).toMatchObject({ status: 503 });
  });
});

describe("what a pretended browser never does", () => {
  let foreign: Server;
  let address: string;
  const reached: string[] = [];
  let lead: string | undefined;
  beforeAll(async () => {
    foreign = createServer((request, response) => {
      reached.push(request.url ?? "");
      if (lead === undefined) response.writeHead(200, { "content-type": "text/html" }).end("<h1>Here</h1>");
      else response.writeHead(302, { location: lead }).end();
    });
    await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  });
  afterAll(() => void foreign.close());

  it.each([
    ["another server", () => `${address}/x`],
    ["a server by user name", () => platform.url.replace("http://", "http://someone@")],
    ["the platform's control side", () => `${platform.url}/_control/sessions`],
    ["the control side spelt with slashes", () => `${platform.url}//_control/state`],
    ["a file", () => "file:///etc/passwd"],
    ["no address", () => "http://%%%"],
  ])("is to open %s", async (_, to) => {
    const before = platform.requests.total;
    const view = await ask("open", { address: to() });
    expect(view.blocks).toMatchObject([{ kind: "problem" }]);
    expect(view.status).toBe(0);
    expect(reached).toEqual([]);
    expect(platform.requests.total).toBe(before);
  });

  it("is to follow a redirect out of its sites", async () => {
    lead = "http://127.0.0.9:9/elsewhere";
    const browser = new SimulatedBrowser(
      { name: "Site", origins: new Set([address]), bookmarks: [] },
      platform.clock,
    );
    await browser.open(`${address}/start`);
    expect(reached.splice(0)).toEqual(["/start"]);
    expect(browser.view()).toMatchObject({ address: lead, status: 0, blocks: [{ kind: "problem" }] });
    lead = undefined;
  });

  it("is to understand what isn't asked in its own way", async () => {
    for (const [name, body] of [
      ["look", {}],
      ["look", { as: "../x" }],
      ["open", { as: MIRA }],
      ["open", { as: MIRA, address: "x".repeat(2_001) }],
      ["constructor", { as: MIRA }],
      ["submit", { as: MIRA, page: 0, form: -1, fields: {} }],
      ["look", null],
    ] as const) {
      expect(await browsers.call(name, body)).toBeUndefined();
    }
  });
});
