import { commandServices, createViewContext } from "../../src/features/kit/command/command-context.ts";
import type { InvocationContext } from "../../src/discord/command/invocation-context.ts";
import { afterEach, expect, it } from "vitest";

import type { Answer } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { reply } from "../../src/discord/reply/build.ts";
import { remindMeSelect } from "../../src/features/kit/view/remind-me-button.ts";
import { defineCommand } from "../../src/features/kit/command/define-command.ts";
import remind from "../../commands/remind.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";
import { controlId, seenOf, shown, world } from "../discord/fake-discord.ts";
import { NOW, openRemindTable, type RemindTable } from "./remind-harness.ts";
import { english } from "../../src/messages/en.ts";

let table: RemindTable | undefined;
afterEach(() => table?.close());

/** Stands in for an answer in a channel that offers what is dated. */
const list = defineCommand({
  name: "milestones",
  visibility: "public",
  options: { show: { type: "show" } },
  run: async (context) =>
    reply(...remindMeSelect([{ label: "The deep raid", value: "milestone:7" }], createViewContext(context))),
});

/** /remind in the real runtime before the local Discord, which refuses what Discord refuses. */
async function start() {
  table = await openRemindTable();
  const { services, clock } = table;
  const { bot, people } = await world();
  await bot({
    commands: [remind, list] as never,
    commandTexts: {},
    services: (invocation: InvocationContext) => commandServices(services, invocation),
    clock,
    states: new MemoryStateStore(clock),
  }).start();
  const asked = { as: Ids.player, channel: Ids.general };
  const press = async (answer: Answer, label: string, as: string = Ids.player): Promise<Answer> => {
    const customId = controlId(answer, label);
    const { interaction } = await people.press({ as, message: seenOf(answer).id, customId });
    return people.answer({ as, interaction });
  };
  return { people, asked, press, book: services.reminders };
}

it("suggests by what stands in the other option, and sets what was suggested", async () => {
  const { people, asked, book: reminders } = await start();
  const command = { ...asked, command: "remind", subcommand: ["new"] };
  const suggested = await people.autocomplete({
    ...command,
    options: { what: "milestone:7", when: "1 day" },
    focused: "when",
  });
  expect(suggested[0]).toMatchObject({
    name: expect.stringMatching(/^1 day: 1 day before it ends, on .+ at \d{1,2}:\d{2} [AP]M \(.+\)$/),
    value: "1 day before it ends",
  });
  const { interaction } = await people.runCommand({
    ...command,
    options: { what: "milestone:7", when: String(suggested[0]?.value) },
  });
  const answer = await people.answer({ as: Ids.player, interaction });
  expect(seenOf(answer).isEphemeral).toBe(true);
  expect(shown(answer)).toContain("1 day before it ends");
  expect(await reminders.ofMember(Ids.player)).toHaveLength(1);
});

it("keeps what was typed through the form that mends it, however long it is", async () => {
  const { people, asked, press, book: reminders } = await start();
  const what = "Feed the cat, and the other cat. ".repeat(14).trim();
  const { interaction } = await people.runCommand({
    ...asked,
    command: "remind",
    subcommand: ["new"],
    options: { what, when: "soonish" },
  });
  const unclear = await people.answer({ as: Ids.player, interaction });
  expect(shown(unclear)).toContain(english.remind.unclear.because.unknown);
  const opened = await press(unclear, "Change it");
  expect(JSON.stringify(opened)).toContain(what);
  if (opened.kind !== "modal") throw new Error("no form was opened");
  const asking = await people.submitModal({
    as: Ids.player,
    modal: opened.modal.id,
    values: { what, when: "in 180 minutes" },
  });
  const read = await people.answer({ as: Ids.player, interaction: asking.interaction });
  expect(await reminders.ofMember(Ids.player)).toEqual([]);
  const set = await press(read, "Set it");
  expect(shown(set)).toContain(`**${english.remind.card.set}**`);
  expect(await reminders.ofMember(Ids.player)).toMatchObject([{ content: { subject: { text: what } } }]);
});

it("answers each who presses Remind me under one answer to them alone", async () => {
  const { people, asked, book: reminders } = await start();
  const { interaction } = await people.runCommand({ ...asked, command: "milestones" });
  const answer = await people.answer({ as: Ids.player, interaction });
  const { id: message } = seenOf(answer);
  const customId = /"custom_id":"([^"]+)"/.exec(shown(answer))?.[1] ?? "";
  for (const as of [Ids.player, Ids.moderator]) {
    const chosen = await people.choose({ as, message, customId, values: ["milestone:7"] });
    const asking = await people.answer({ as, interaction: chosen.interaction });
    expect(seenOf(asking).isEphemeral).toBe(true);
    const select = /"custom_id":"([^"]+)"/.exec(shown(asking))?.[1] ?? "";
    const taken = await people.choose({
      as,
      message: seenOf(asking).id,
      customId: select,
      values: ["when it ends"],
    });
    expect(shown(await people.answer({ as, interaction: taken.interaction }))).toContain(
      `**${english.remind.card.set}**`,
    );
    expect(await reminders.ofMember(as)).toMatchObject([{ destinations: [{ kind: "dm", target: as }] }]);
  }
});

it("lets nobody else press what is a member's own, though they know its id", async () => {
  const { people, asked, press, book: reminders } = await start();
  const { interaction } = await people.runCommand({
    ...asked,
    command: "remind",
    subcommand: ["new"],
    options: { what: "Feed the cat", when: "in 20 minutes" },
  });
  const card = await people.answer({ as: Ids.player, interaction });
  await expect(press(card, "Delete", Ids.moderator)).rejects.toMatchObject({ code: "unknown-message" });
  expect((await reminders.ofMember(Ids.player))[0]?.nextAt).toBe(NOW + 20 * 60_000);
});

it("sets a reminder about a message from its menu, at a time that is picked or typed", async () => {
  const { people, asked, book: reminders } = await start();
  const said = await people.say({ ...asked, content: "Raid on **Friday**?\nBring potions" });
  const target = "id" in said ? said.id : "";
  const menu = async (values: Record<string, string>) => {
    const { interaction } = await people.runMenu({ ...asked, command: "Remind me about this", target });
    const opened = await people.answer({ as: Ids.player, interaction });
    if (opened.kind !== "modal") throw new Error("no form was opened");
    const form = JSON.stringify(opened);
    const what = /"value":"(Raid [^"]*)"/.exec(form)?.[1] ?? "";
    expect(what).toBe(String.raw`Raid on Friday?\nBring potions`);
    expect(form).toContain(english.remind.form.noteHint);
    expect(form).not.toContain(english.remind.form.whenHint);
    const submitted = await people.submitModal({
      as: Ids.player,
      modal: interaction,
      values: { what: JSON.parse(`"${what}"`) as string, ...values },
    });
    return people.answer({ as: Ids.player, interaction: submitted.interaction });
  };
  const picked = await menu({ soon: "in 3 hours" });
  expect(seenOf(picked).isEphemeral).toBe(true);
  expect(shown(picked)).toContain(`<t:${NOW / 1000 + 3 * 3600}:F>`);
  expect(shown(await menu({ soon: "in 3 hours", when: "in 20 minutes" }))).toContain(
    `<t:${NOW / 1000 + 1200}:F>`,
  );
  await menu({});
  const kept = await reminders.ofMember(Ids.player);
  expect(kept).toHaveLength(2);
  const [first] = kept;
  const link = `https://discord.com/channels/${Ids.harbour}/${Ids.general}/${target}`;
  expect(first?.content.subject).toMatchObject({
    kind: "note",
    text: `Raid on Friday?\nBring potions\n${link}`,
  });
});
