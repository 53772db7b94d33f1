import { describe, expect, it } from "vitest";

import link from "../../../commands/link.ts";
import account from "../../../commands/account.ts";
import milestones from "../../../commands/milestones.ts";
import progress from "../../../commands/progress.ts";
import stats from "../../../commands/stats.ts";
import unlink from "../../../commands/unlink.ts";
import vault from "../../../commands/vault.ts";
import { explain } from "../../../src/features/kit/command/explain.ts";
import {
  heldBackIn,
  mustBeOnHere,
  publicLocaleIn,
  visibilityIn,
} from "../../../src/features/kit/settings/server-visibility.ts";
import { defaultGuildSettings, type GuildSettings } from "../../../src/features/kit/settings/settings.ts";
import { MilepostError } from "../../../src/base/errors.ts";
import { reply, text } from "../../../src/discord/reply/build.ts";
import type { Command } from "../../../src/discord/command/command.ts";
import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { asked, press, run as runAsked, seen } from "../../support/run-command.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { commandTexts, run, seenOf, shown, world } from "../../discord/fake-discord.ts";
import { linkingThat } from "../../support/idle-services.ts";
import { offerLanguages } from "../../support/languages.ts";

offerLanguages("ja", "fr");

const said: Command<object> = {
  name: "said",
  visibility: "public",
  options: {},
  run: async ({ locale }) => reply(text(`in ${locale}`)),
};

const holding = (settings: Partial<GuildSettings>) => ({
  of: (guildId: string): GuildSettings => ({
    ...defaultGuildSettings(guildId),
    ...(guildId === Ids.harbour && settings),
  }),
  ids: () => [],
  change: async () => false,
  forget: () => {},
});

async function answerIn(channel: string, settings: Partial<GuildSettings>, options = {}) {
  const { people, bot } = await world();
  const guilds = holding(settings);
  await bot({
    commands: [said],
    commandTexts: commandTexts(said),
    visibilityFor: visibilityIn(guilds),
    heldBackNote: heldBackIn(guilds),
    publicLocale: publicLocaleIn(guilds),
  }).start();
  const answer = await run(people, "said", options, { as: Ids.newcomer, channel });
  return { isEphemeral: seenOf(answer).isEphemeral, text: shown(answer) };
}

const noteIn = async (...given: Parameters<typeof answerIn>) => (await answerIn(...given)).text;

const off = {
  ...fakeServices({
    platform: fakePlatform({}, ["progression", "stats.account", "vault", "milestones.public"]),
  }),
  linking: linkingThat(async () => undefined),
  guilds: holding({ arePrivateCommandsOn: false }),
};
const here = { place: { guildId: Ids.harbour }, isPrivate: true };
const inDm = { place: { kind: "bot-dm", isInstalledHere: false }, isPrivate: true } as const;

describe("what a server's admins chose", () => {
  it.each([
    ["in a chosen channel", Ids.general, false],
    ["in a thread of a chosen channel", Ids.thread, false],
    ["in a thread of another", Ids.forumPost, true],
    ["elsewhere", Ids.botCommands, true],
  ])("holds public answers back: %s", async (_where, channel, isEphemeral) => {
    expect(await answerIn(channel, { publicIn: [Ids.general] })).toMatchObject({ isEphemeral });
  });

  it("says under what it held back where answers are public", async () => {
    const many = [Ids.general, Ids.announcements, Ids.thread, Ids.forumPost];
    expect(await noteIn(Ids.botCommands, { publicIn: [Ids.general] })).toContain(
      `-# Replies are public in <#${Ids.general}>`,
    );
    expect(await noteIn(Ids.botCommands, { publicIn: many })).toMatch(
      /-# Replies are public in (<#\d+>, ){2}<#\d+> and others/,
    );
    expect(await noteIn(Ids.botCommands, { publicIn: [] })).toContain("-# Public replies are off");
    expect(await noteIn(Ids.general, { publicIn: [Ids.general] })).not.toMatch(/replies are|public replies/i);
    expect(await noteIn(Ids.botCommands, {})).not.toMatch(/replies are|public replies/i);
  });

  it("is the language of public answers, and of no private one", async () => {
    const settings = { locale: "ja", publicIn: [Ids.general] };
    expect((await answerIn(Ids.general, settings)).text).toContain("in ja");
    expect((await answerIn(Ids.botCommands, settings)).text).toContain("in fr");
    expect((await answerIn(Ids.general, {})).text).toContain("in en-US");
  });

  it.each([
    ["/progress", () => runAsked(progress, off, {}, here)],
    ["/stats", () => runAsked(stats, off, {}, here)],
    ["/vault", () => runAsked(vault, off, {}, here)],
    ["/milestones, For me", () => press(milestones, off, { command: "milestones", action: "mine" }, here)],
    ["/link", () => runAsked(link, off, {}, here)],
    ["/link, a way", () => press(link, off, { command: "link", action: "guide" }, here)],
  ])("switches off what needs a member's own account: %s", async (_command, ask) => {
    await expect(ask()).rejects.toMatchObject({ code: "switched-off" });
  });

  it("says that an admin chose it, and where it works", () => {
    const said = seen(explain(new MilepostError("switched-off"), { locale: "en-US", reference: "abc" }));
    expect(said).toMatch(/turned off in this server[^]*server admin[^]*DM with the bot/);
  });

  it("leaves on what ends a member's own affairs, and everything in direct messages", async () => {
    expect(seen(await runAsked(unlink, off, {}, here))).not.toBe("");
    expect(seen(await runAsked(account, off, {}, here))).not.toBe("");
    expect(seen(await runAsked(progress, off, {}, inDm))).not.toBe("");
  });

  it("holds in that server alone", () => {
    const { site } = asked(here);
    const { guilds } = off;
    expect(() => mustBeOnHere({ guilds, site })).toThrow("switched-off");
    const others = [{ ...site, guildId: Ids.outpost }, asked(inDm).site];
    for (const other of others) expect(() => mustBeOnHere({ guilds, site: other })).not.toThrow();
  });
});
