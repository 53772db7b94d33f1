import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  ContainerBuilder,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from "discord.js";
import type { ApplicationCommandData, ChatInputCommandInteraction, Interaction } from "discord.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Answer } from "../../../src/playground/discord/local-api.ts";
import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { connect, stage } from "./bot.ts";
import type { Bot, Stage } from "./bot.ts";

const everywhere = { integrationTypes: [0, 1], contexts: [0, 1, 2] } as const;
const COMMANDS: ApplicationCommandData[] = [
  {
    name: "echo",
    description: "Echo",
    ...everywhere,
    options: [
      { name: "text", description: "What", type: ApplicationCommandOptionType.String, required: true },
      { name: "who", description: "Whom", type: ApplicationCommandOptionType.User },
      { name: "hidden", description: "Only me", type: ApplicationCommandOptionType.Boolean },
    ],
  },
  { name: "slow", description: "Defers", ...everywhere },
  { name: "panel", description: "A panel", ...everywhere },
  { name: "ask", description: "A form", ...everywhere },
  { name: "silent", description: "Says nothing", ...everywhere },
  {
    name: "find",
    description: "Suggests",
    ...everywhere,
    options: [
      { name: "title", description: "Title", type: ApplicationCommandOptionType.String, autocomplete: true },
    ],
  },
  {
    name: "remind",
    description: "Group",
    ...everywhere,
    options: [
      {
        name: "new",
        description: "New",
        type: ApplicationCommandOptionType.Subcommand,
        options: [
          {
            name: "what",
            description: "What",
            type: ApplicationCommandOptionType.String,
            required: true,
            choices: [{ name: "Reset", value: "reset" }],
          },
        ],
      },
    ],
  },
  {
    name: "setup",
    description: "For admins",
    contexts: [0],
    integrationTypes: [0],
    defaultMemberPermissions: "32",
  },
  { name: "Look up", type: ApplicationCommandType.User, ...everywhere },
];

async function answerCommand(interaction: ChatInputCommandInteraction): Promise<void> {
  if (interaction.commandName === "echo") {
    const who = interaction.options.getUser("who");
    const flags = interaction.options.getBoolean("hidden") === true ? MessageFlags.Ephemeral : undefined;
    const content = `${interaction.options.getString("text", true)} ${who?.username ?? ""}`.trim();
    await interaction.reply(flags === undefined ? { content } : { content, flags });
  }
  if (interaction.commandName === "slow") {
    await interaction.deferReply();
    const file = { attachment: Buffer.from("a,b"), name: "table.csv", description: "A table" };
    await interaction.editReply({ content: "done", files: [file] });
    await interaction.followUp({ content: "psst", flags: MessageFlags.Ephemeral });
  }
  if (interaction.commandName === "panel") await interaction.reply(panel("zero"));
  if (interaction.commandName === "ask") {
    const input = new TextInputBuilder().setCustomId("paste").setStyle(TextInputStyle.Paragraph);
    const label = new LabelBuilder().setLabel("Your text").setTextInputComponent(input);
    await interaction.showModal(
      new ModalBuilder().setCustomId("form").setTitle("Form").addLabelComponents(label),
    );
  }
  if (interaction.commandName === "remind") {
    await interaction.reply(
      `${interaction.options.getSubcommand()} ${interaction.options.getString("what") ?? ""}`,
    );
  }
}

function panel(text: string) {
  const buttons = new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId("one").setLabel("One").setStyle(ButtonStyle.Primary),
    new ButtonBuilder().setCustomId("off").setLabel("Off").setStyle(ButtonStyle.Secondary).setDisabled(true),
  );
  const pick = new StringSelectMenuBuilder()
    .setCustomId("pick")
    .addOptions({ label: "A", value: "a" }, { label: "B", value: "b" });
  const people = new UserSelectMenuBuilder().setCustomId("people");
  const box = new ContainerBuilder()
    .addTextDisplayComponents(new TextDisplayBuilder().setContent(text))
    .addActionRowComponents(buttons)
    .addActionRowComponents(new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(pick))
    .addActionRowComponents(new ActionRowBuilder<UserSelectMenuBuilder>().addComponents(people));
  return { components: [box], flags: MessageFlags.IsComponentsV2 } as const;
}

async function answerAll(interaction: Interaction): Promise<void> {
  if (interaction.isChatInputCommand()) await answerCommand(interaction);
  if (interaction.isAutocomplete())
    await interaction.respond([{ name: `${interaction.options.getFocused()}!`, value: "x" }]);
  if (interaction.isUserContextMenuCommand())
    await interaction.reply(`looked up ${interaction.targetUser.username}`);
  if (interaction.isButton()) {
    await interaction.deferUpdate();
    await interaction.editReply(panel("one"));
  }
  if (interaction.isStringSelectMenu()) await interaction.update(panel(interaction.values.join()));
  if (interaction.isUserSelectMenu()) {
    await interaction.reply({
      content: interaction.users.map((user) => user.username).join(),
      flags: MessageFlags.Ephemeral,
    });
  }
  if (interaction.isModalSubmit()) {
    await interaction.reply({
      content: interaction.fields.getTextInputValue("paste"),
      flags: MessageFlags.Ephemeral,
    });
  }
}

function message(answer: Answer) {
  if (answer.kind !== "message") throw new Error(`expected a message, got ${JSON.stringify(answer)}`);
  return answer;
}

describe("interactions of the unmodified discord.js", () => {
  let scene: Stage;
  let bot: Bot;
  beforeAll(async () => {
    scene = await stage();
    bot = await connect(scene.discord, answerAll);
    await bot.client.application.commands.set(COMMANDS);
  });
  afterAll(async () => {
    await bot.close();
    await scene.close();
  });

  const run = async (
    command: string,
    more: object = {},
    as: string = Ids.player,
    channel: string = Ids.general,
  ): Promise<Answer> => {
    const { interaction } = await scene.discord.local.runCommand({ as, channel, command, ...more });
    return await scene.discord.local.answer({ as, interaction });
  };
  const contents = async (as: string, channel: string = Ids.general) =>
    (await scene.discord.local.history({ as, channel })).map(({ message }) => message.content);

  it("answers a command with its options and resolved people", async () => {
    const { seen } = message(await run("echo", { options: { text: "hello", who: Ids.admin } }));
    expect(seen.message.content).toBe("hello jonas_reed");
    expect(seen.message.interaction_metadata?.user.id).toBe(Ids.player);
  });

  it("keeps an ephemeral reply from everyone but its owner", async () => {
    const { seen } = message(await run("echo", { options: { text: "secret one", hidden: true } }));
    expect(seen.isEphemeral).toBe(true);
    expect(await contents(Ids.player)).toContain("secret one");
    expect(await contents(Ids.admin)).not.toContain("secret one");
    await expect(scene.discord.local.message({ as: Ids.admin, message: seen.id })).rejects.toThrow(
      "sees no message",
    );
    const shown = await bot.client.rest.get(`/channels/${Ids.general}/messages`);
    expect(JSON.stringify(shown)).not.toContain("secret one");
    await scene.discord.local.dismiss({ as: Ids.player, message: seen.id });
    expect(await contents(Ids.player)).not.toContain("secret one");
  });

  it("shows a deferral as thinking, then its content with the file served back", async () => {
    const { interaction } = await scene.discord.local.runCommand({
      as: Ids.player,
      channel: Ids.general,
      command: "slow",
    });
    const first = message(await scene.discord.local.answer({ as: Ids.player, interaction, until: "first" }));
    const { seen } = message(await scene.discord.local.answer({ as: Ids.player, interaction }));
    expect(first.seen.id).toBe(seen.id);
    expect(seen).toMatchObject({ isThinking: false, message: { content: "done" } });
    expect(seen.message.attachments[0]).toMatchObject({
      filename: "table.csv",
      description: "A table",
      size: 3,
    });
  });

  it("carries a button, a string select and a user select of a Components V2 message", async () => {
    const { seen } = message(await run("panel"));
    const { local } = scene.discord;
    const at = { as: Ids.player, message: seen.id };
    const pressed = await local.press({ ...at, customId: "one" });
    const edited = message(await local.answer({ as: Ids.player, interaction: pressed.interaction }));
    expect(edited.isUpdate).toBe(true);
    expect(JSON.stringify(edited.seen.message.components)).toContain('"one"');
    const chosen = await local.choose({ ...at, customId: "pick", values: ["b"] });
    const updated = message(await local.answer({ as: Ids.player, interaction: chosen.interaction }));
    expect(JSON.stringify(updated.seen.message.components)).toContain('"content":"b"');
    const people = await local.choose({ ...at, customId: "people", values: [Ids.moderator] });
    expect(
      message(await local.answer({ as: Ids.player, interaction: people.interaction })).seen.message.content,
    ).toBe("ines");
  });

  it("refuses what a person's client would not send", async () => {
    const { seen } = message(await run("panel"));
    const at = { as: Ids.player, message: seen.id };
    const { local } = scene.discord;
    await expect(local.press({ ...at, customId: "off" })).rejects.toThrow("disabled");
    await expect(local.press({ ...at, customId: "gone" })).rejects.toThrow("no control");
    await expect(local.choose({ ...at, customId: "pick", values: ["z"] })).rejects.toThrow("no entry z");
    await expect(run("echo")).rejects.toThrow("text is required");
    await expect(run("remind", { subcommand: ["new"], options: { what: "other" } })).rejects.toThrow(
      "no choice",
    );
  });

  it("opens a modal and carries its submission", async () => {
    const opened = await run("ask");
    if (opened.kind !== "modal") throw new Error("expected a modal");
    const { local } = scene.discord;
    await expect(local.submitModal({ as: Ids.player, modal: opened.modal.id, values: {} })).rejects.toThrow(
      "filled in",
    );
    const sent = await local.submitModal({
      as: Ids.player,
      modal: opened.modal.id,
      values: { paste: "abc" },
    });
    const { seen } = message(await local.answer({ as: Ids.player, interaction: sent.interaction }));
    expect(seen.message.content).toBe("abc");
  });

  it("suggests while typing, runs subcommands and user menus", async () => {
    const ask = {
      as: Ids.player,
      channel: Ids.general,
      command: "find",
      options: { title: "ab" },
      focused: "title",
    };
    expect(await scene.discord.local.autocomplete(ask)).toEqual([{ name: "ab!", value: "x" }]);
    expect(
      message(await run("remind", { subcommand: ["new"], options: { what: "reset" } })).seen.message.content,
    ).toBe("new reset");
    const menu = { as: Ids.player, channel: Ids.general, command: "Look up", target: Ids.newcomer };
    const { interaction } = await scene.discord.local.runMenu(menu);
    expect(
      message(await scene.discord.local.answer({ as: Ids.player, interaction })).seen.message.content,
    ).toBe("looked up luc.martel");
  });

  it("says that the application did not respond when nobody answered in time", async () => {
    const hasty = await stage({ answerWithinMs: 1 });
    const silent = await connect(hasty.discord);
    await silent.client.application.commands.set(COMMANDS);
    const { local } = hasty.discord;
    const asked = await local.runCommand({ as: Ids.player, channel: Ids.general, command: "silent" });
    expect(await local.answer({ as: Ids.player, interaction: asked.interaction })).toMatchObject({
      kind: "failed",
      reason: "no-answer",
      text: "The application did not respond",
    });
    await silent.close();
    await hasty.close();
  });

  it("offers commands by install, place and permission", async () => {
    const names = async (as: string, channel: string) =>
      (await scene.discord.local.commands({ as, channel })).map(({ command }) => command.name);
    expect(await names(Ids.admin, Ids.general)).toContain("setup");
    expect(await names(Ids.player, Ids.general)).not.toContain("setup");
    expect(await names(Ids.player, Ids.outpostGeneral)).toContain("echo");
    expect(await names(Ids.player, Ids.twoFriends)).toContain("echo");
    expect(await names(Ids.admin, Ids.twoFriends)).toEqual([]);
    const { id } = await scene.discord.local.openDm({ as: Ids.newcomer });
    expect(await names(Ids.newcomer, id)).toContain("echo");
  });

  it("makes a user-installed answer private where outside apps are not wanted", async () => {
    const { seen } = message(await run("echo", { options: { text: "quiet" } }, Ids.player, Ids.outpostQuiet));
    expect(seen.isEphemeral).toBe(true);
  });

  it("leaves discord.js without a single error", () => {
    expect(bot.errors).toEqual([]);
  });
});
