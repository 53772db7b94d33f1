import { call, Refused, upload } from "./api.ts";
import { openModal } from "./modal.ts";
import { addressOf } from "./place.ts";
import type { Visit } from "./visit.ts";
import type { SeenServer, SeenMessage, Answer, SeenModal } from "../../discord/local-api.ts";
import type { Entry, OptionValues } from "./composer/command-list.ts";
import type { MessageHow } from "./message/author.ts";
import type { EntityKind } from "./directory.ts";
import type { View } from "./markdown/build.ts";
import type { APIMessage } from "discord-api-types/v10";

/** Discord's texts. */
const NO_ANSWER = "The application did not respond";
const FAILED = "This interaction failed";

let lastKey = 0;

/** What of the page answers change. */
interface AppHow {
  visit: Visit;
  chat: { toBottom: () => void };
  tour: { notice: (step: "press") => void };
  menus: { openPerson: (id: string, anchor: HTMLElement) => void };
  composer: { open: (command: string) => void };
  draw: () => void;
  openChannel: (id: string) => Promise<void>;
}

/** The person's interactions with the bot from this tab, and their results. */
export class Interactions {
  readonly app;
  constructor(app: AppHow) {
    this.app = app;
  }

  commandInput(entry: Entry, options: OptionValues) {
    const { person, channel } = this.app.visit;
    return {
      as: person,
      channel: channel?.id ?? "",
      command: entry.command.id,
      ...(entry.subcommand.length > 0 && { subcommand: entry.subcommand }),
      options,
    };
  }

  runCommand(entry: Entry, options: OptionValues) {
    return this.#run(entry.label, () => call("runCommand", this.commandInput(entry, options)));
  }

  runMenu(command: string, target: string) {
    const { person, channel } = this.app.visit;
    return this.#run(command, () =>
      call("runMenu", { as: person, channel: channel?.id ?? "", command, target }),
    );
  }

  async #run(name: string, start: () => Promise<{ interaction: string }>) {
    const { app } = this;
    const { channel, conversation, me } = app.visit;
    if (channel === undefined || me === undefined) return;
    lastKey += 1;
    const key = `sending-${lastKey}`;
    const { bot } = app.visit.directory;
    const after = conversation.messages.at(-1)?.id;
    conversation.pending.push({ key, channel: channel.id, command: name, who: me, bot, after });
    app.chat.toBottom();
    app.draw();
    const failure = await this.#outcome(start, NO_ANSWER, (interaction) =>
      conversation.started(key, interaction),
    );
    if (failure === undefined) conversation.settle(key);
    else conversation.fail(key, failure);
    app.draw();
  }

  async #use(seen: SeenMessage, customId: string, start: () => Promise<{ interaction: string }>) {
    const { app } = this;
    const conversation = app.visit.conversationOf(seen.channelId);
    if (conversation.busyControl(seen.id) !== undefined) return;
    app.tour.notice("press");
    conversation.setBusy(seen.id, customId);
    app.draw();
    const failure = await this.#outcome(start, FAILED);
    conversation.setAnswered(seen.id, failure);
    app.draw();
  }

  /** Starts an interaction and waits for its first answer. Returns the problem; `silence` without an answer. */
  async #outcome(
    start: () => Promise<{ interaction: string }>,
    silence: string,
    onStarted?: (interaction: string) => void,
  ): Promise<string | undefined> {
    const { person } = this.app.visit;
    try {
      const { interaction } = await start();
      onStarted?.(interaction);
      const answer = await call("answer", {
        as: person,
        interaction,
        until: "first",
      });
      // The person may have changed meanwhile; the answer isn't for the new one.
      return person === this.app.visit.person ? this.#take(answer, silence) : undefined;
    } catch (error) {
      return error instanceof Refused ? error.message : silence;
    }
  }

  #take(answer: Answer, silence: string): string | undefined {
    switch (answer.kind) {
      case "message":
        this.app.visit.receive(answer.seen);
        return undefined;
      case "modal":
        this.#openModal(answer.modal);
        return undefined;
      case "failed":
        return answer.text || silence;
      case "timeout":
        return silence;
      default:
        return undefined;
    }
  }

  #openModal(modal: SeenModal) {
    const { app } = this;
    openModal(modal, {
      app: app.visit.directory.bot.name,
      view: this.#view(),
      entities: (kind, component) => this.#entities(kind, component),
      upload: (file) => upload(app.visit.person, file),
      submit: (values) =>
        this.#outcome(
          () => call("submitModal", { as: app.visit.person, modal: modal.id, values }),
          "Something went wrong. Try again.",
        ),
    });
  }

  around(seen: SeenMessage): Omit<MessageHow, "isCompact" | "openMenu"> {
    const { app } = this;
    const conversation = app.visit.conversationOf(seen.channelId);
    const ask = { as: app.visit.person, message: seen.id };
    const busy = conversation.busyControl(seen.id);
    return {
      failure: conversation.failure(seen.id),
      person: (id) => app.visit.directory.person(id, app.visit.server),
      isPinged: (message) => isPinged(message, app.visit.person, app.visit.server),
      openPerson: (id, anchor) => app.menus.openPerson(id, anchor),
      dismiss: () => void this.#dismiss(seen),
      controls: {
        view: this.#view(),
        isBusy: (customId) => busy === customId,
        isBlocked: busy !== undefined,
        press: (customId) => void this.#use(seen, customId, () => call("press", { ...ask, customId })),
        choose: (customId, values) =>
          void this.#use(seen, customId, () => call("choose", { ...ask, customId, values })),
        entities: (kind, component) => this.#entities(kind, component),
        attachments: seen.message.attachments,
      },
    };
  }

  async #dismiss(seen: SeenMessage) {
    await call("dismiss", { as: this.app.visit.person, message: seen.id });
    this.app.visit.conversationOf(seen.channelId).remove(seen.id);
    this.app.draw();
  }

  #entities(kind: EntityKind, component: unknown) {
    const { channel_types, default_values = [] } = component as {
      channel_types?: number[];
      default_values?: { id: string }[];
    };
    const chosen = new Set(default_values.map((each) => each.id));
    return this.app.visit.directory
      .entities(kind, this.app.visit.server, { channel_types })
      .map((choice) => ({ ...choice, isDefault: chosen.has(choice.value) }));
  }

  #view(): View {
    const { app } = this;
    return {
      locale: app.visit.me?.locale ?? "en-US",
      now: () => app.visit.now(),
      userName: (id) => app.visit.directory.person(id, app.visit.server)?.name,
      role: (id) => app.visit.server?.roles.find((role) => role.id === id),
      channelName: (id) => app.visit.directory.channel(id)?.name,
      own: (channel, message) =>
        app.visit.directory.channel(channel) && addressOf(app.visit.person, channel, message),
      openChannel: (id) => void app.openChannel(id),
      openCommand: (name) => app.composer.open(name),
    };
  }
}

function isPinged(
  { author, mention_everyone, mentions, mention_roles }: APIMessage,
  person: string,
  server: SeenServer | undefined,
) {
  if (author.id === person) return false;
  const roles = server?.members.find((member) => member.id === person)?.roles ?? [];
  const isNamed = mentions.some((user) => user.id === person);
  return mention_everyone || isNamed || mention_roles.some((role) => roles.includes(role));
}
