import { describe, expect, it } from "vitest";

import { md } from "../../src/base/markdown.ts";
import { actionButton, buttons, reply, text } from "../../src/discord/reply/build.ts";
import type { Command } from "../../src/discord/command/command.ts";
import {
  type ActionRunning,
  type FieldTable,
  fileField,
  type Modal,
  paragraph,
  radioField,
  textLine,
} from "../../src/discord/command/controls.ts";
import { readFile } from "../../src/discord/rest/read-file.ts";
import { text as textOption } from "../../src/discord/command/options.ts";
import type { Answer } from "../../src/playground/discord/local-api.ts";
import type { LocalClient } from "../support/local-client.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { commandTexts, controlId, run, seenOf, shown, world } from "./fake-discord.ts";
import { type StateOf, type StateShape, text as textState } from "../../src/discord/reply/calls.ts";

const PASTE = `portald=${"s3cret".repeat(600)}`;

function modal<const Fields extends FieldTable, const Shape extends StateShape>(
  state: Shape,
  given: Modal<object, Fields, StateOf<Shape>>,
): Modal<object, Fields, StateOf<Shape>> {
  return { ...given, state };
}

const paste = modal(
  { from: textState(), name: textState.optional() },
  {
    for: "owner",
    answer: "private",
    fields: {
      paste: paragraph({ required: true }),
      name: textLine({ maxLength: 20 }),
      life: radioField({ required: true }),
    },
    show: ({ state }) => ({
      title: "T".repeat(60),
      intro: md`**What happens**`,
      fields: {
        paste: { label: "L".repeat(60), description: "D".repeat(120), placeholder: "portald=..." },
        name: { label: "Name", value: state.name ?? "" },
        life: { label: "How long", entries: ["week", "month"].map((value) => ({ label: value, value })) },
      },
    }),
    submitted: async ({ fields, state }) =>
      reply(text(`${fields.paste.length} ${fields.name ?? "nobody"} ${fields.life} ${state.from}`)),
  },
);

const rename = modal(
  {},
  {
    for: "owner",
    others: "copy",
    answer: "edit",
    fields: { name: textLine({ required: true }) },
    show: () => ({ title: "Rename", fields: { name: { label: "Name" } } }),
    submitted: async ({ fields }) => reply(text(`renamed ${fields.name}`)),
  },
);

const attach = modal(
  {},
  {
    for: "owner",
    answer: "private",
    fields: { file: fileField(".txt"), note: textLine() },
    show: () => ({ title: "Attach", fields: { file: { label: "A file" }, note: { label: "A note" } } }),
    submitted: async ({ fields: { file }, signal }) => {
      const bytes = file && (await readFile(file, { most: 100, signal }));
      return reply(text(`read ${bytes === undefined ? "nothing" : Buffer.from(bytes).toString()}`));
    },
  },
);

const links: Command<object> = {
  name: "link",
  visibility: "private",
  options: {},
  modals: { paste, rename, attach },
  run: async () =>
    reply(
      text("panel"),
      buttons(
        actionButton("Paste", { command: "link", action: "paste", state: { from: "panel", name: "me" } }),
        actionButton("Long", { command: "link", action: "paste", state: { from: "x".repeat(200) } }),
        actionButton("Rename", { command: "link", action: "rename" }),
        actionButton("Attach", { command: "link", action: "attach" }),
      ),
    ),
};

const asks: Command<object> = {
  name: "remind",
  visibility: "public",
  options: { what: textOption() },
  modals: { paste },
  opens: ({ options }) =>
    options["what"] === undefined
      ? { command: "remind", action: "paste", state: { from: "command" } }
      : undefined,
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

describe("a modal", () => {
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
    });
    expect(seenOf(answer).isEphemeral).toBe(true);
    expect(shown(answer)).toContain(`${PASTE.length} Ann week panel`);
    expect(JSON.stringify(log.lines)).not.toContain("s3cret");
  });

  it("takes a file, where one is given", async () => {
    const { people } = await start(links);
    const panel = await run(people, "link");
    const attached = async (values: Filled) => {
      const { interaction } = await people.press({
        as: Ids.player,
        message: seenOf(panel).id,
        customId: controlId(panel, "Attach"),
      });
      const opened = await people.answer({ as: Ids.player, interaction });
      expect(JSON.stringify(modalOf(opened))).toContain('"file_types":[".txt"]');
      return shown(await submit(people, opened, interaction, values));
    };
    const data = Buffer.from("sealed words").toString("base64");
    const { id } = await people.upload({ as: Ids.player, name: "sealed.txt", data });
    expect(await attached({ file: [id] })).toContain("read sealed words");
    expect(await attached({ note: "none" })).toContain("read nothing");
  });

  it("has another id each time, as phones show what a form held that had the same one", async () => {
    const { people } = await start(links);
    const panel = await run(people, "link");
    const ids = [];
    for (let times = 0; times < 5; times += 1)
      ids.push(modalOf(await press(people, panel, "Rename")).modal.modal.custom_id);
    expect(new Set(ids).size).toBe(5);
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
    expect(shown(answer)).toContain(`3 nobody month ${"x".repeat(200)}`);
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
    expect(shown(answer)).toContain("1 nobody week command");
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
      opens: () => ({ command: "remind", action: "gone" }),
    };
    const { people, log } = await start(broken);
    expect(shown(await run(people, "remind"))).toContain("internal ");
    expect(log.lines.some(({ message }) => message === "a run failed")).toBe(true);
  });
});

describe("a command that waits", () => {
  it("is run anew by the action that ends the waiting, and what it answers is the action's answer", async () => {
    const progress: Command<object, { readonly view: { readonly type: "text" } }> = {
      name: "progress",
      visibility: "private",
      options: { view: { type: "text" } },
      run: async ({ options }) => reply(text(`progress: ${options.view ?? "all"}`)),
    };
    const link: Command<object> = {
      name: "link",
      visibility: "private",
      options: {},
      actions: {
        done: {
          for: "owner",
          answer: "edit",
          run: async ({ rerun }: ActionRunning) =>
            rerun({ command: "progress", options: { view: "quests" } }),
        },
        lost: {
          for: "owner",
          answer: "edit",
          run: async ({ rerun }: ActionRunning) => rerun({ command: "none", options: {} }),
        },
      },
      run: async () =>
        reply(
          buttons(
            actionButton("Linked", { command: "link", action: "done" }),
            actionButton("Lost", { command: "link", action: "lost" }),
          ),
        ),
    };
    const { bot, people } = await world();
    const commands = [progress, link];
    await bot({ commands, commandTexts: commandTexts(...commands) }).start();
    const first = await run(people, "link");
    expect(shown(await press(people, first, "Lost"))).toContain("stale-control");
    expect(shown(await press(people, first, "Linked"))).toContain("progress: quests");
  });
});
