import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { Secret } from "../../src/base/secret.ts";
import { link } from "../../src/messages/en/link.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { DEFAULT_KEY, type Platform, startPlatform } from "../../src/playground/platform/server.ts";
import { PASSWORD } from "../../src/playground/platform/sign-in/users.ts";
import { offeredProfiles } from "../../src/playground/profiles.ts";
import { SimulatedBrowser } from "../../src/playground/web/browser/simulated-browser.ts";
import { seen } from "../support/run-command.ts";
import { HOUR } from "../support/time.ts";
import { openSessionTable, type SessionTable } from "./link-harness.ts";

const ANN = "900000000000000001";
const offered = offeredProfiles(loadProfile("neutral")).find(({ key }) => key === "oauth");
let platform: Platform;
let table: SessionTable;
let clock: MovableClock;
let browser: SimulatedBrowser;

beforeEach(async () => {
  if (offered === undefined) throw new Error("no profile with OAuth is offered");
  clock = new MovableClock();
  platform = await startPlatform({ profile: offered.profile, port: 0, clock });
  const { profile } = platform;
  table = await openSessionTable({ profile, clock, clientSecret: new Secret(DEFAULT_KEY) });
  const origins = new Set([new URL(platform.url).origin]);
  browser = new SimulatedBrowser({ name: profile.name, origins, bookmarks: [] }, clock);
});
afterEach(async () => {
  await table.close();
  await platform.close();
});

async function address(): Promise<string> {
  const guide = await table.press(ANN, await table.run(ANN, "link"), link.consent.agree);
  const [found] = guide.blocks.flatMap((block) =>
    block.type === "buttons" ? block.buttons.flatMap((one) => ("url" in one ? [one.url] : [])) : [],
  );
  return found ?? "";
}

/** As a person at the playground does it; gives what then stands in the address bar. */
async function signIn(email = "mira@harbour.test"): Promise<string> {
  await browser.open(await address());
  await browser.submit(browser.view().page, 0, { email, password: PASSWORD });
  return browser.view().address;
}

describe("the embedded platform with OAuth", () => {
  it("lets a person sign in, and shows them their own progress", async () => {
    const confirm = await table.paste(ANN, await signIn());
    expect(seen(await table.press(ANN, confirm, link.confirm.keep))).toContain(
      platform.world.players.name(0),
    );
    expect(seen(await table.run(ANN, "progress"))).toContain("What next?");
  });

  it("renews tokens once, and ends all of a family whose used one comes again", async () => {
    await table.press(ANN, await table.paste(ANN, await signIn()), link.confirm.keep);
    const [{ id } = { id: "" }] = await table.sessions.store.list(ANN);
    const jar = (await table.sessions.store.reread({ discordId: ANN, id }))?.jar;
    const before = jar?.kind === "tokens" ? jar.refresh : undefined;
    clock.advance(HOUR);
    expect(seen(await table.run(ANN, "progress"))).toContain("What next?");
    expect(platform.requests.count("oauth.token")).toBe(2);
    expect(await table.sessions.oauth?.refresh(before ?? new Secret(""))).toEqual({ kind: "ended" });
    clock.advance(HOUR);
    await table.run(ANN, "progress");
    expect(await table.sessions.store.list(ANN)).toMatchObject([{ state: "dead", isFinal: true }]);
  });

  it("takes tokens back at unlink", async () => {
    await table.press(ANN, await table.paste(ANN, await signIn()), link.confirm.keep);
    const asked = await table.run(ANN, "unlink");
    const label = asked.blocks.flatMap((block) =>
      block.type === "buttons" ? block.buttons.flatMap((one) => ("label" in one ? [one.label] : [])) : [],
    )[0];
    expect(seen(await table.press(ANN, asked, label ?? ""))).toContain(link.signIn.unlinked.back);
    expect(platform.signIn.sessions.list()).toEqual([]);
  });

  it("sends nobody on who says no, or has no account there", async () => {
    expect(seen(await table.paste(ANN, await signIn("noor@harbour.test")))).toContain(
      link.signIn.address.denied.title,
    );
  });

  it("still takes cookies, after their own consent", async () => {
    const consent = await table.press(ANN, await table.run(ANN, "link"), link.signIn.consent.cookies);
    expect(seen(consent)).toContain("cookies are stored encrypted");
    const { cookies } = platform.signIn.issue(0, "ProviderA");
    const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await table.press(ANN, await table.paste(ANN, header), link.confirm.keep);
    expect(seen(await table.run(ANN, "progress"))).toContain("What next?");
  });

  it("notes no code, state or token among its requests", async () => {
    await table.press(ANN, await table.paste(ANN, await signIn()), link.confirm.keep);
    const noted = platform.requests.list().map(({ path, body = "" }) => `${path} ${body}`);
    for (const line of noted) expect(line).not.toMatch(/(?:code|state)=(?!\[masked\])|_token/);
  });
});
