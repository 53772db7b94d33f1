import { call } from "./api.ts";
import {
  choiceName,
  entriesOf,
  OPTION,
  type Entry,
  type Command,
  type Option,
  type OptionValues,
} from "./composer/command-list.ts";
import { fill } from "./dom.ts";
import type { Composer } from "./composer/composer.ts";
import type { Frame } from "./frame.ts";
import type { Interactions } from "./interactions.ts";
import type { Tour } from "./tour.ts";
import type { Visit } from "./visit.ts";
import type { EntityKind } from "./directory.ts";

interface AppHow {
  visit: Visit;
  composer: Composer;
  tour: Tour;
  frame: Frame;
  interactions: Interactions;
}

export class CommandsHere {
  readonly app;
  #all: readonly Command[] = [];

  constructor(app: AppHow) {
    this.app = app;
  }

  /** Returns the commands in the menu of a person (2) or a message (3). */
  menus(type: 2 | 3) {
    return this.#all.filter((command) => command.type === type);
  }

  /** Reads the channel's commands for composer and tour. */
  async read() {
    const { app } = this;
    const { channel, person } = app.visit;
    if (channel === undefined) return;
    const seen = await call("commands", { as: person, channel: channel.id });
    if (channel.id !== app.visit.channelId || person !== app.visit.person) return;
    this.#all = seen.map((each) => each.command);
    const { name, kind, canSend } = channel;
    const isDm = kind === "dm" || kind === "conversation";
    const silence = kind === "forum" ? "Open a post to write." : "You can't write here. Type / for commands.";
    const placeholder = canSend ? `Message ${isDm ? "@" : "#"}${name}` : silence;
    app.composer.setPlace({ commands: this.#all, placeholder, canSend });
    const hint = app.tour.element(entriesOf(this.#all));
    if (hint !== app.frame.hint.firstElementChild || hint === undefined) fill(app.frame.hint, hint);
  }

  /** Runs an example, or opens it where an option must be filled in. */
  runExample(name: string, option?: string) {
    const entry = entriesOf(this.#all).find((each) => each.label === name);
    if (entry === undefined) return this.app.composer.open(name);
    const needsMore = option !== undefined || entry.options.some((each) => each.required);
    if (needsMore) this.app.composer.open(entry.label, option);
    else void this.app.interactions.runCommand(entry, {});
  }

  async suggest(entry: Entry, options: OptionValues, focused: string) {
    const choices = await call("autocomplete", {
      ...this.app.interactions.commandInput(entry, { [focused]: "", ...options }),
      focused,
    });
    return choices.map((choice) => ({ name: choiceName(choice), value: choice.value }));
  }

  entities(option: Option) {
    const kinds = {
      [OPTION.USER]: "user",
      [OPTION.CHANNEL]: "channel",
      [OPTION.ROLE]: "role",
    } as Record<number, EntityKind>;
    const limits = option as { channel_types?: number[] };
    return this.app.visit.directory
      .entities(kinds[option.type] ?? "mentionable", this.app.visit.server, limits)
      .map((choice) => ({ name: choice.label, value: choice.value }));
  }
}
