import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { request } from "undici";
import { expect, it, onTestFinished } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { english } from "../../src/messages/en.ts";
import type { Answer, SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { PASSWORD } from "../../src/playground/platform/sign-in/users.ts";
import type { BrowserView } from "../../src/playground/web/browser/view.ts";
import { freePort } from "../support/free-port.ts";
import { startProgram } from "../support/program.ts";

const person = Ids.player;

/** The playground with an address of the bot's own, and what its page asks. */
async function openPlayground() {
  const folder = mkdtempSync(join(tmpdir(), "milepost-own-page-"));
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const program = startProgram([join(packageRoot, "src/start.js")], {
    MILEPOST_TEST_CWD: folder,
    PUBLIC_URL: publicUrl,
    LINK_PORT: String(port),
  });
  onTestFinished(async () => {
    await program.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const [page] = await program.line(/http:\/\/127\.0\.0\.1:\d+\/[\w-]+\//);
  const call = async <T>(path: string, body: object): Promise<T> => {
    const headers = { "content-type": "application/json" };
    const answer = await request(page + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.body.json()) as T;
  };
  const came = async (started: { readonly interaction: string }): Promise<SeenMessage> => {
    const answer = await call<Answer>("api/answer", { as: person, ...started });
    if (answer.kind !== "message") throw new Error(`no message: ${JSON.stringify(answer)}`);
    return answer.seen;
  };
  const press = async (seen: SeenMessage, label: string): Promise<SeenMessage> => {
    const button = controlsIn(seen).find((one) => one["label"] === label);
    const customId = String(button?.["custom_id"]);
    return came(await call("api/press", { as: person, message: seen.id, customId }));
  };
  return { publicUrl, call, came, press };
}

it("ends a sign-in on the bot's own page in the playground's browser", async () => {
  const { publicUrl, call, came, press } = await openPlayground();
  await call("platform/useProfile", { profile: "oauth" });

  const asked = { as: person, channel: Ids.general, command: "link", options: {} };
  const guide = await press(await came(await call("api/runCommand", asked)), english.link.consent.agree);
  const [address = ""] = RegExp(`${publicUrl}/link/[\\w-]{22}`).exec(JSON.stringify(guide)) ?? [];
  const browse = (name: string, more: object) =>
    call<BrowserView>(`browser/${name}`, { as: person, ...more });
  const begun = await browse("open", { address });
  const links = begun.blocks.flatMap((block) => (block.kind === "form" ? [] : block.inlines));
  const go = links.find((one) => one.address?.endsWith("/go"));
  const form = await browse("open", { address: go?.address });
  expect(go?.text).toBe(english.link.signIn.guide.open(new URL(form.address).host));
  const fields = { email: "mira@harbour.test", password: PASSWORD };
  const ended = await browse("submit", { page: form.page, form: 0, fields });
  expect(ended.address).toContain(`${publicUrl}/linked?`);
  expect(JSON.stringify(ended.blocks)).toContain(english.link.signIn.page.close);
});

it("serves a member's calendar at a secret address, until a new one", async () => {
  const { publicUrl, call, came, press } = await openPlayground();
  const { calendar } = english.remind;
  const asked = { as: person, channel: Ids.general, command: "milestones", options: {} };
  const file = await press(await came(await call("api/runCommand", asked)), calendar.button);
  expect(JSON.stringify(file)).toContain("milepost.ics");
  const addressIn = (seen: SeenMessage) =>
    RegExp(`${publicUrl}/calendar/[\\w-]{32}\\.ics`).exec(JSON.stringify(seen))?.[0] ?? "";
  const made = await press(file, calendar.feed.get);
  const feed = await request(addressIn(made));
  expect([feed.statusCode, feed.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(await feed.body.text()).toContain("BEGIN:VEVENT");
  const renewed = await press(made, calendar.feed.renew);
  expect((await request(addressIn(made))).statusCode).toBe(404);
  expect((await request(addressIn(renewed), { method: "HEAD" })).statusCode).toBe(200);
  await press(renewed, calendar.feed.end);
  expect((await request(addressIn(renewed))).statusCode).toBe(404);
  expect((await request(`${publicUrl}/linked`)).statusCode).toBe(404);
});

function controlsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "custom_id" in value ? [value as Readonly<Record<string, unknown>>] : [];
  return [...own, ...Object.values(value).flatMap(controlsIn)];
}
