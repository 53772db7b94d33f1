import { afterAll, beforeAll, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { english } from "../../src/messages/en.ts";
import { spellingsOf } from "../../src/observability/scrubber.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { PASSWORD } from "../../src/playground/platform/sign-in/users.ts";
import { offeredProfiles } from "../../src/playground/profiles.ts";
import { SimulatedBrowser } from "../../src/playground/web/browser/simulated-browser.ts";
import { filesBelow } from "../support/files-below.ts";
import { Member, textOf } from "../support/member.ts";
import type { Program } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";

const SECRET = "playground";
let stage: ProgramStage;
let bot: Program;

beforeAll(async () => {
  const profile = offeredProfiles(loadProfile("neutral")).find(({ key }) => key === "oauth")?.profile;
  stage = await stageProgram({ LOG_LEVEL: "debug", PLATFORM_CLIENT_SECRET: SECRET }, profile);
  bot = await stage.startMilepost();
});

afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
});

it("links by signing in at the platform in the real program, and no code is in any file or line of it", async () => {
  const ann = new Member(stage.local, { as: Ids.player, channel: Ids.general });
  const consent = await ann.press(await ann.run("progress"), english.link.button);
  const guide = await ann.press(consent, english.link.consent.agree);
  const [address = ""] = /http:\/\/127[^"]+\/oauth\/authorize[^"]+/.exec(JSON.stringify(guide)) ?? [];
  const origins = new Set([new URL(stage.platformUrl).origin]);
  const browser = new SimulatedBrowser({ name: "", origins, bookmarks: [] }, systemClock);
  await browser.open(address);
  await browser.submit(browser.view().page, 0, { email: "mira@harbour.test", password: PASSWORD });
  const landed = browser.view().address;
  const confirm = await ann.paste(guide, english.link.signIn.guide.paste, landed);
  expect(textOf(confirm)).toContain(english.link.confirm.title);
  const progress = await ann.press(confirm, english.link.confirm.keep);
  expect(textOf(progress)).toContain("What next?");
  await bot.end("SIGKILL");
  const before = bot.output();
  bot = await stage.startMilepost();
  expect(textOf(await ann.run("progress"))).toContain("What next?");

  const written = Buffer.concat(filesBelow(stage.folder).map(([, bytes]) => bytes));
  const said = before + bot.output() + written.toString("latin1");
  expect(said.length).toBeGreaterThan(5_000);
  const members = new URL(landed).searchParams;
  const secrets = ["code", "state"].map((name) => members.get(name) ?? "");
  expect(secrets.every(({ length }) => length > 15)).toBe(true);
  for (const secret of secrets)
    for (const spelling of spellingsOf(secret)) expect(said.includes(spelling)).toBe(false);
});
