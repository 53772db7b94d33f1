import { call, Refused } from "./api.js";
import { openModal } from "./modal.js";

/** @import { App } from "./app.js" */
/** @import { SeenMessage, Answer } from "../../discord/local-api.ts" */
/** @import { Entry } from "./composer/command-list.js" */

/** Discord's own words. */
const NO_ANSWER = "The application did not respond";
const FAILED = "This interaction failed";
/** A little more than the three seconds an application has. */
const WAIT_MS = 5_000;

let lastKey = 0;

/** What one does with the bot from this tab, and what comes of it. */
export class Interactions {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * @param {Entry} entry
   * @param {Record<string, string | number | boolean>} options
   */
  commandInput(entry, options) {
    const { person, channel } = this.app;
    return {
      as: person,
      channel: channel?.id ?? "",
      command: entry.command.id,
      ...(entry.subcommand.length > 0 && { subcommand: entry.subcommand }),
      options,
    };
  }

  /**
   * @param {Entry} entry
   * @param {Record<string, string | number | boolean>} options
   */
  runCommand(entry, options) {
    return this.#run(entry.label, () => call("runCommand", this.commandInput(entry, options)));
  }

  /**
   * @param {string} command
   * @param {string} target
   */
  runMenu(command, target) {
    const { person, channel } = this.app;
    return this.#run(command, () =>
      call("runMenu", { as: person, channel: channel?.id ?? "", command, target }),
    );
  }

  /**
   * Shows the command as being sent until its answer is there.
   * @param {string} name
   * @param {() => Promise<{interaction: string}>} start
   */
  async #run(name, start) {
    const { app } = this;
    const { channel, conversation, me } = app;
    if (channel === undefined || me === undefined) return;
    lastKey += 1;
    const key = `sending-${lastKey}`;
    const { bot } = app.directory;
    conversation.pending.push({ key, channel: channel.id, command: name, who: me, bot });
    app.chat.toBottom();
    app.draw();
    const failure = await this.#outcome(start, NO_ANSWER, (interaction) =>
      conversation.started(key, interaction),
    );
    if (failure === undefined) conversation.settle(key);
    else conversation.fail(key, failure);
    app.draw();
  }

  /**
   * @param {SeenMessage} seen
   * @param {string} customId
   * @param {() => Promise<{interaction: string}>} start
   */
  async #use(seen, customId, start) {
    const { app } = this;
    const conversation = app.conversationOf(seen.channelId);
    if (conversation.busyControl(seen.id) !== undefined) return;
    conversation.setBusy(seen.id, customId);
    app.draw();
    const failure = await this.#outcome(start, FAILED);
    conversation.setAnswered(seen.id, failure);
    app.draw();
  }

  /**
   * Starts an interaction and waits for its first answer. Gives what went wrong, in Discord's words.
   * @param {() => Promise<{interaction: string}>} start
   * @param {string} silence what to say when nothing came
   * @param {(interaction: string) => void} [onStarted]
   * @returns {Promise<string | undefined>}
   */
  async #outcome(start, silence, onStarted) {
    const { person } = this.app;
    try {
      const { interaction } = await start();
      onStarted?.(interaction);
      const answer = await call("answer", {
        as: person,
        interaction,
        until: "first",
        timeoutMs: WAIT_MS,
      });
      // What one was answered is no other's: one may have become someone else meanwhile.
      return person === this.app.person ? this.#take(answer, silence) : undefined;
    } catch (error) {
      return error instanceof Refused ? error.message : silence;
    }
  }

  /**
   * @param {Answer} answer
   * @param {string} silence
   * @returns {string | undefined}
   */
  #take(answer, silence) {
    switch (answer.kind) {
      case "message":
        this.app.receive(answer.seen);
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

  /** @param {import("../../discord/local-api.ts").SeenModal} modal */
  #openModal(modal) {
    const { app } = this;
    openModal(modal, {
      app: app.directory.bot.name,
      view: this.#view(),
      entities: (kind, component) => this.#entities(kind, component),
      submit: (values) =>
        this.#outcome(
          () => call("submitModal", { as: app.person, modal: modal.id, values }),
          "Something went wrong. Try again.",
        ),
    });
  }

  /**
   * What a message needs to be drawn.
   * @param {SeenMessage} seen
   * @returns {Omit<import("./message/message.js").MessageHow, "isCompact" | "openMenu">}
   */
  around(seen) {
    const { app } = this;
    const conversation = app.conversationOf(seen.channelId);
    const ask = { as: app.person, message: seen.id };
    const busy = conversation.busyControl(seen.id);
    return {
      failure: conversation.failure(seen.id),
      person: (id) => app.directory.person(id, app.server),
      isPinged: (message) => isPinged(message, app.person, app.server),
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

  /** @param {SeenMessage} seen */
  async #dismiss(seen) {
    await call("dismiss", { as: this.app.person, message: seen.id });
    this.app.conversationOf(seen.channelId).remove(seen.id);
    this.app.draw();
  }

  /**
   * @param {"user" | "role" | "channel" | "mentionable"} kind
   * @param {unknown} component
   */
  #entities(kind, component) {
    const { channel_types, default_values = [] } =
      /** @type {{channel_types?: number[], default_values?: {id: string}[]}} */ (component);
    const chosen = new Set(default_values.map((each) => each.id));
    return this.app.directory
      .entities(kind, this.app.server, { channel_types })
      .map((choice) => ({ ...choice, isDefault: chosen.has(choice.value) }));
  }

  /** @returns {import("./markdown/build.js").View} */
  #view() {
    const { app } = this;
    return {
      locale: app.me?.locale ?? "en-US",
      now: () => app.now(),
      userName: (id) => app.directory.person(id, app.server)?.name,
      role: (id) => app.server?.roles.find((role) => role.id === id),
      channelName: (id) => app.directory.channel(id)?.name,
      openChannel: (id) => void app.openChannel(id),
      openCommand: (name) => app.composer.open(name),
    };
  }
}

/**
 * @param {import("discord-api-types/v10").APIMessage} message
 * @param {string} person
 * @param {import("./directory.js").SeenServer | undefined} server
 */
function isPinged({ author, mention_everyone, mentions, mention_roles }, person, server) {
  if (author.id === person) return false;
  const roles = server?.members.find((member) => member.id === person)?.roles ?? [];
  const isNamed = mentions.some((user) => user.id === person);
  return mention_everyone || isNamed || mention_roles.some((role) => roles.includes(role));
}
