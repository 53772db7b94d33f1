import { afterAll, beforeAll, expect, it } from "vitest";
import { request } from "undici";

import { systemClock } from "../../src/base/clock.ts";
import { english } from "../../src/messages/en.ts";
import { spellingsOf } from "../../src/observability/scrubber.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { PASSWORD } from "../../src/playground/platform/sign-in/users.ts";
import { offeredProfiles } from "../../src/playground/profiles.ts";
import { SimulatedBrowser } from "../../src/playground/web/browser/simulated-browser.ts";
import { filesBelow } from "../support/files-below.ts";
import { freePort } from "../support/free-port.ts";
import { Member, textOf } from "../support/member.ts";
import type { Program } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";

let stage: ProgramStage;
let bot: Program;
let publicUrl: string;

beforeAll(async () => {
  const profile = offeredProfiles(loadProfile("neutral")).find(({ key }) => key === "oauth")?.profile;
  if (profile?.signIn.oauth === undefined) throw new Error("no profile with OAuth is offered");
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  const oauth = { ...profile.signIn.oauth, redirectUri: `${publicUrl}/linked` };
  stage = await stageProgram(
    {
      LOG_LEVEL: "debug",
      PLATFORM_CLIENT_SECRET: "playground",
      PUBLIC_URL: publicUrl,
      LINK_PORT: String(port),
    },
    { ...profile, signIn: { ...profile.signIn, oauth } },
  );
  bot = await stage.startMilepost();
});

afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
});

it("ends a sign-in on a page of the real program, changes the reply in Discord, and goes on with what waited", async () => {
  const ann = new Member(stage.local, { as: Ids.player, channel: Ids.general });
  const consent = await ann.press(await ann.run("progress"), english.link.button);
  const guide = await ann.press(consent, english.link.consent.agree);
  const [address = ""] = RegExp(`${publicUrl}/link/[\\w-]{22}`).exec(JSON.stringify(guide)) ?? [];
  const opened = await request(address);
  const [, button = ""] = /href="([^"]+)"/.exec(await opened.body.text()) ?? [];
  const pressed = await request(button, { headers: { "sec-fetch-site": "same-origin" } });
  const cookie = String(pressed.headers["set-cookie"]).split(";")[0] ?? "";
  const origins = new Set([new URL(stage.platformUrl).origin]);
  const browser = new SimulatedBrowser({ name: "", origins, bookmarks: [] }, systemClock);
  await browser.open(String(pressed.headers["location"]));
  await browser.submit(browser.view().page, 0, { email: "mira@harbour.test", password: PASSWORD });
  const landed = browser.view().address;
  const ended = await request(landed, { headers: { cookie } });
  expect(await ended.body.text()).toContain(english.link.signIn.page.close);
  const now = async () => stage.local.message({ as: Ids.player, message: guide.id });
  await expect.poll(async () => textOf(await now())).toContain(english.link.done.goOn);
  expect(textOf(await ann.press(await now(), english.link.done.goOn))).toContain("What next?");

  const written = Buffer.concat(filesBelow(stage.folder).map(([, bytes]) => bytes));
  const said = bot.output() + written.toString("latin1");
  const { searchParams } = new URL(landed);
  const secrets = [searchParams.get("code"), searchParams.get("state"), cookie.split("=")[1]];
  for (const secret of secrets)
    for (const spelling of spellingsOf(secret ?? "")) expect(said.includes(spelling)).toBe(false);
});
