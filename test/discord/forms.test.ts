import { describe, expect, it } from "vitest";

import { md } from "../../src/base/markdown.ts";
import { actionButton, buttons, reply, text } from "../../src/discord/reply/build.ts";
import type { Command, InterruptedCommand, Subcommand } from "../../src/discord/command/command.ts";
import { type Modal, textLine, paragraph, selectField, checkbox } from "../../src/discord/command/modal.ts";
import { text as textOption } from "../../src/discord/command/options.ts";
import type { Answer } from "../../src/playground/discord/local-api.ts";
import type { LocalClient } from "../support/local-client.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { commandTexts, controlId, run, seenOf, shown, world } from "./fake-discord.ts";

const PASTE = `portald=${"s3cret".repeat(600)}`;

function form<const Fields extends Modal<object>["fields"]>(
  given: Modal<object, Fields>,
): Modal<object, Fields> {
  return given;
}

const paste = form({
  for: "owner",
  answer: "private",
  fields: {
    paste: paragraph({ required: true }),
    name: textLine({ maxLength: 20 }),
    life: selectField({ required: true }),
    away: checkbox(),
  },
  show: ({ state }) => ({
    title: "T".repeat(60),
    intro: md`**What happens**`,
    fields: {
      paste: { label: "L".repeat(60), description: "D".repeat(120), placeholder: "portald=..." },
      name: { label: "Name", value: typeof state["name"] === "string" ? state["name"] : "" },
      life: { label: "How long", entries: ["week", "month"].map((value) => ({ label: value, value })) },
      away: { label: "While away" },
    },
  }),
  submitted: async ({ fields, state }) =>
    reply(
      text(
        `${fields.paste.length} ${fields.name ?? "nobody"} ${fields.life} ${fields.away} ${String(state["from"])}`,
      ),
    ),
});

const rename = form({
  for: "owner",
  others: "copy",
  answer: "edit",
  fields: { name: textLine({ required: true, minLength: 2 }) },
  show: () => ({ title: "Rename", fields: { name: { label: "Name" } } }),
  submitted: async ({ fields }) => reply(text(`renamed ${fields.name}`)),
});

const links: Command<object> = {
  name: "link",
  visibility: "private",
  options: {},
  forms: { paste, rename },
  run: async () =>
    reply(
      text("panel"),
      buttons(
        actionButton("Paste", { command: "link", action: "paste", state: { from: "panel", name: "me" } }),
        actionButton("Long", { command: "link", action: "paste", state: { from: "x".repeat(200) } }),
        actionButton("Rename", { command: "link", action: "rename" }),
      ),
    ),
};

const asks: Command<object> = {
  name: "remind",
  visibility: "public",
  options: { what: textOption() },
  forms: { paste },
  opens: ({ options }) =>
    options["what"] === undefined ? { form: "paste", state: { from: "command" } } : undefined,
  run: async ({ options }) => reply(text(`ran ${String(options["what"])}`)),
};

async function start(...commands: Command<object>[]) {
  const made = await world();
  await made.bot({ commands, commandTexts: commandTexts(...commands) }).start();
  return made;
}

async function press(
  people: LocalClient,
  answer: Answer,
  label: string,
  as: string = Ids.player,
): Promise<Answer> {
  const { interaction } = await people.press({
    as,
    message: seenOf(answer).id,
    customId: controlId(answer, label),
  });
  return people.answer({ as, interaction });
}

function modalOf(answer: Answer) {
  if (answer.kind !== "modal") throw new Error(`no form: ${JSON.stringify(answer)}`);
  return answer;
}

type Filled = Parameters<LocalClient["submitModal"]>[0]["values"];
async function submit(people: LocalClient, opened: Answer, modal: string, values: Filled): Promise<Answer> {
  modalOf(opened);
  const { interaction } = await people.submitModal({ as: Ids.player, modal, values });
  return people.answer({ as: Ids.player, interaction });
}

describe("a form", () => {
  it("opens from a button within Discord's limits, and what is submitted is typed, private and never logged", async () => {
    const { people, log } = await start(links);
    const panel = await run(people, "link");
    const { interaction } = await people.press({
      as: Ids.player,
      message: seenOf(panel).id,
      customId: controlId(panel, "Paste"),
    });
    const opened = await people.answer({ as: Ids.player, interaction });
    expect(JSON.stringify(modalOf(opened))).toContain("What happens");
    const answer = await submit(people, opened, interaction, {
      paste: PASTE,
      name: "Ann",
      life: ["week"],
      away: true,
    });
    expect(seenOf(answer).isEphemeral).toBe(true);
    expect(shown(answer)).toContain(`${PASTE.length} Ann week true panel`);
    expect(JSON.stringify(log.lines)).not.toContain("s3cret");
  });

  it("and its buttons are no commands: who has used up their commands still finishes", async () => {
    const { people } = await start(links);
    const filled = { paste: PASTE, name: "Ann", life: ["week"] };
    for (let count = 0; count < 4; count += 1) await run(people, "link");
    const panel = await run(people, "link");
    expect(shown(await run(people, "link"))).toContain("too-fast");
    for (let count = 0; count < 5; count += 1) {
      const { interaction } = await people.press({
        as: Ids.player,
        message: seenOf(panel).id,
        customId: controlId(panel, "Paste"),
      });
      const opened = await people.answer({ as: Ids.player, interaction });
      expect(shown(await submit(people, opened, interaction, filled))).toContain("Ann");
    }
  });

  it("keeps a state too long for its id, across a restart of the bot", async () => {
    const { bot, people } = await world();
    const options = { commands: [links], commandTexts: commandTexts(links) };
    const before = bot(options);
    await before.start();
    const panel = await run(people, "link");
    const { interaction } = await people.press({
      as: Ids.player,
      message: seenOf(panel).id,
      customId: controlId(panel, "Long"),
    });
    const opened = await people.answer({ as: Ids.player, interaction });
    await before.stop(500);
    await bot(options).start();
    const answer = await submit(people, opened, interaction, { paste: "a=b", life: ["month"] });
    expect(shown(answer)).toContain(`3 nobody month false ${"x".repeat(200)}`);
  });

  it("edits the message it was opened from where it says so", async () => {
    const { people } = await start(links);
    const panel = await run(people, "link");
    const { interaction } = await people.press({
      as: Ids.player,
      message: seenOf(panel).id,
      customId: controlId(panel, "Rename"),
    });
    const opened = await people.answer({ as: Ids.player, interaction });
    const answer = await submit(people, opened, interaction, { name: "Ann" });
    expect(seenOf(answer).id).toBe(seenOf(panel).id);
    expect(shown(answer)).toContain("renamed Ann");
  });

  it("opens from a command that wants it, else the command runs", async () => {
    const { people } = await start(asks);
    const { interaction } = await people.runCommand({
      as: Ids.player,
      channel: Ids.general,
      command: "remind",
    });
    const opened = await people.answer({ as: Ids.player, interaction });
    const answer = await submit(people, opened, interaction, { paste: "p", life: ["week"] });
    expect(shown(answer)).toContain("1 nobody week false command");
    const ran = await run(people, "remind", { what: "reset" });
    expect(seenOf(ran).isEphemeral).toBe(false);
    expect(shown(ran)).toContain("ran reset");
  });

  it("of another member is refused, or opened as their own where it may be copied", async () => {
    const open: Command<object> = { ...links, visibility: "public" };
    const { people } = await start(open);
    const panel = await run(people, "link");
    expect(shown(await press(people, panel, "Paste", Ids.moderator))).toContain("not-yours");
    expect((await press(people, panel, "Rename", Ids.moderator)).kind).toBe("modal");
  });

  it("that can't be shown is explained instead", async () => {
    const broken: Command<object> = {
      ...asks,
      opens: () => ({ form: "gone" }),
    };
    const { people, log } = await start(broken);
    expect(shown(await run(people, "remind"))).toContain("internal ");
    expect(log.lines.some(({ message }) => message === "a run failed")).toBe(true);
  });
});

describe("what a command needs", () => {
  const panel = { command: "link", action: "done" };
  const session = (isLinked: () => boolean, waiting: { interrupted?: InterruptedCommand }) => ({
    prepare: async (context: { needs: string; interrupted?: InterruptedCommand }) => {
      if (isLinked()) return { given: { session: `${context.needs} of Ann` } };
      if (context.interrupted !== undefined) waiting.interrupted = context.interrupted;
      return { reply: reply(text("not linked"), buttons(actionButton("Linked", panel))) };
    },
  });
  const progress: Subcommand<
    object,
    { readonly view: { readonly type: "text" } },
    { readonly session: string }
  > = {
    visibility: "private",
    needs: "session",
    options: { view: { type: "text" } },
    run: async ({ session: held, options }) => reply(text(`${held}: ${options.view ?? "all"}`)),
  };

  it("is brought after the acknowledgment, or answered for; later the interrupted command runs", async () => {
    const { bot, people } = await world();
    let isLinked = false;
    const waiting: { interrupted?: InterruptedCommand } = {};
    const link: Command<object> = {
      ...links,
      forms: {},
      actions: {
        done: {
          for: "owner",
          answer: "edit",
          run: async ({ rerun }) => rerun(waiting.interrupted ?? { command: "none", options: {} }),
        },
      },
    };
    const commands = [{ ...progress, name: "progress" }, link];
    await bot({
      commands,
      commandTexts: commandTexts(...commands),
      ...session(() => isLinked, waiting),
    }).start();
    const first = await run(people, "progress", { view: "quests" });
    expect(shown(first)).toContain("not linked");
    expect(waiting.interrupted).toEqual({ command: "progress", options: { view: "quests" } });
    expect(shown(await press(people, first, "Linked"))).toContain("not linked");
    isLinked = true;
    expect(shown(await press(people, first, "Linked"))).toContain("session of Ann: quests");
    expect(shown(await run(people, "progress"))).toContain("session of Ann: all");
  });
});
