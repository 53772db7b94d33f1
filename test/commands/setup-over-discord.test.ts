import { type CommandServices, commandServices } from "../../src/features/kit/command/command-context.ts";
import type { Services } from "../../src/features/services.ts";
import { afterEach, beforeEach, expect, it } from "vitest";

import announce from "../../commands/announce.ts";
import setup from "../../commands/setup.ts";
import trending from "../../commands/trending.ts";
import { explain } from "../../src/features/kit/command/explain.ts";
import { publicLocaleIn, visibilityIn } from "../../src/features/kit/settings/server-visibility.ts";
import type { NewReminder, ReminderService } from "../../src/features/posts/reminder-service.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { Secret } from "../../src/base/secret.ts";
import { createRuntime, type Runtime } from "../../src/discord/runtime.ts";
import type { Answer } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Keeping, news } from "../features/posts/boards/board-harness.ts";
import { TAG_KEY } from "../discord/support.ts";
import { controlId, seenOf, shown } from "../discord/fake-discord.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";
import { english } from "../../src/messages/en.ts";

let kept: Keeping;
let bot: Runtime;
let made: NewReminder[];

beforeEach(async () => {
  kept = await Keeping.open();
  kept.entries = [news("1", "Harvest")];
  made = [];
  const reminders = {
    datedSubjects: async () => [],
    ofGuild: async () => [],
    retryDestination: async () => {},
    make: async (wanted: NewReminder) => {
      made.push(wanted);
      return { kind: "made", reminder: { ...wanted, nextAt: undefined } };
    },
  } as unknown as ReminderService;
  const services = { ...kept.services, boards: kept.keeper, channels: kept.channels, reminders };
  bot = createRuntime<CommandServices<Services>>({
    token: new Secret(kept.discord.token),
    apiUrl: kept.discord.url,
    commands: [setup, announce, trending],
    services: (invocation) => commandServices(services, invocation),
    explain,
    visibilityFor: visibilityIn(kept.guilds),
    publicLocale: publicLocaleIn(kept.guilds),
    tagKeys: [TAG_KEY],
    states: new MemoryStateStore(kept.clock),
    log: silentLog,
    metrics: noMetrics,
    clock: kept.clock,
    random: Math.random,
  });
  await bot.start();
});
afterEach(async () => {
  await bot.stop(500);
  await kept.close();
});

const as = Ids.admin;
async function run(command: string, subcommand?: string, options = {}): Promise<Answer> {
  const { local } = kept.discord;
  const named = subcommand === undefined ? {} : { subcommand: [subcommand] };
  const { interaction } = await local.runCommand({ as, channel: Ids.general, command, ...named, options });
  return local.answer({ as, interaction });
}
async function press(answer: Answer, label: string): Promise<Answer> {
  const { local } = kept.discord;
  const { interaction } = await local.press({
    as,
    message: seenOf(answer).id,
    customId: controlId(answer, label),
  });
  return local.answer({ as, interaction });
}
async function choose(answer: Answer, placeholder: string, ...values: readonly string[]): Promise<Answer> {
  const { local } = kept.discord;
  const customId = selects(answer).find((select) => select.placeholder === placeholder)?.custom_id ?? "";
  const { interaction } = await local.choose({ as, message: seenOf(answer).id, customId, values });
  return local.answer({ as, interaction });
}
interface Wire {
  readonly custom_id?: string;
  readonly placeholder?: string;
  readonly components?: readonly Wire[];
}
function selects(answer: Answer): readonly Wire[] {
  const inside = (all: readonly Wire[]): readonly Wire[] =>
    all.flatMap((one) => [one, ...inside(one.components ?? [])]);
  return inside(JSON.parse(shown(answer)) as readonly Wire[]).filter((one) => one.placeholder !== undefined);
}

it("sets a server up with an announcement in seven presses, as Discord takes them", async () => {
  const first = await run("setup");
  expect(seenOf(first).isEphemeral).toBe(true);
  const second = await press(await choose(first, english.shared.zone.pick, "Europe/Berlin"), "Next");
  const third = await press(await choose(second, english.setup.answers.pick, Ids.general), "Next");
  const ready = await choose(third, english.setup.start.pickWhere, Ids.announcements);
  const done = await press(ready, "Announce it");
  expect(shown(done)).toContain("**All set.**");
  expect(made).toMatchObject([
    { destinations: [{ target: Ids.announcements }], rule: { kind: "watch", what: "entries" } },
  ]);
  expect(kept.guilds.of(Ids.harbour)).toMatchObject({ zone: "Europe/Berlin", publicIn: [Ids.general] });
});

it("shows every section, with all there is to choose, and saves several channels and none", async () => {
  let panel = await press(await run("setup"), "Show overview");
  for (const section of ["language", "answers", "posts", "quiet", "check"]) {
    panel = await choose(panel, english.setup.open, section);
    expect(shown(panel)).toContain("## Setup: ");
  }
  panel = await choose(panel, english.setup.open, "answers");
  panel = await choose(panel, english.setup.answers.pick, Ids.general, Ids.late);
  expect(kept.guilds.of(Ids.harbour).publicIn).toEqual([Ids.general, Ids.late]);
  panel = await choose(panel, english.setup.answers.pick);
  expect(kept.guilds.of(Ids.harbour).publicIn).toEqual([]);
  panel = await choose(
    await choose(panel, english.setup.open, "posts"),
    english.setup.posts.kinds,
    "news",
    "event",
  );
  expect(kept.guilds.of(Ids.harbour).kinds).toEqual(["news", "event"]);
  const opened = await press(await choose(panel, english.setup.open, "quiet"), "Set quiet hours");
  if (opened.kind !== "modal") throw new Error("no form was opened");
  const values = { from: "23:00", to: "8:15" };
  const { interaction } = await kept.discord.local.submitModal({ as, modal: opened.modal.id, values });
  expect(shown(await kept.discord.local.answer({ as, interaction }))).toContain("23:00–08:15");
});

it("is offered to those who manage a server alone, and there alone", async () => {
  const { local } = kept.discord;
  const offered = await local.commands({ as: Ids.player, channel: Ids.general });
  expect(offered.map(({ command }) => command.name)).not.toContain("setup");
  const inDm = await local.commands({ as: Ids.admin, channel: (await local.openDm({ as: Ids.admin })).id });
  expect(inDm.map(({ command }) => command.name)).not.toContain("setup");
});

it("says in its overview what to do before what is set, and in which language the server's own is", async () => {
  const overview = await press(await run("setup"), "Show overview");
  const texts = english.setup;
  const parts = ["</announce new:", texts.open, texts.overview.language("English"), "until you pick one"];
  const places = parts.map((part) => shown(overview).indexOf(part.replaceAll("*", "")));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const language = await choose(overview, texts.open, "language");
  expect(shown(language)).toContain(texts.language.own("English"));
});

it("checks, posts a test and deletes it, and makes a board whose controls anybody can use", async () => {
  const panel = await choose(await press(await run("setup"), "Show overview"), english.setup.open, "check");
  const tested = await choose(panel, english.setup.check.pick, Ids.general);
  expect(shown(await press(tested, english.setup.check.remove))).toContain(english.setup.check.removed);
  const board = await run("announce", "board", { what: "trending", channel: Ids.announcements });
  expect(shown(board)).toContain("Board is live");
  const [message] = await kept.messages(Ids.announcements);
  const customId = /"custom_id":"([^"]*boardOpen[^"]*)"/.exec(await kept.text(Ids.announcements))?.[1] ?? "";
  const { local } = kept.discord;
  const player = { as: Ids.player, message: message?.id ?? "", customId };
  const { interaction } = await local.choose({ ...player, values: ["0:1"] });
  const opened = await local.answer({ as: Ids.player, interaction });
  expect(seenOf(opened).isEphemeral).toBe(true);
  expect(shown(opened)).toContain("Harvest");
  const checked = await press(panel, "Check permissions");
  expect(shown(checked)).toContain(`<#${Ids.announcements}>: all good (live boards)`);
});
