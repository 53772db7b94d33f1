import { call } from "./api.ts";
import { nameOf } from "./composer/command-list.ts";
import { openMessageMenu, type At } from "./message/menu.ts";
import { addressOf } from "./place.ts";
import { openCard, openPeople, type MenuEntry } from "./popover.ts";
import type { SeenMessage } from "../../discord/local-api.ts";
import type { CommandsHere } from "./commands-here.ts";
import type { Interactions } from "./interactions.ts";
import type { Visit } from "./visit.ts";

interface AppHow {
  visit: Visit;
  commands: CommandsHere;
  interactions: Interactions;
  openBotDm: () => Promise<void>;
}

/** The menus of people and messages. */
export class Menus {
  readonly app;
  constructor(app: AppHow) {
    this.app = app;
  }

  choosePerson(anchor: HTMLElement) {
    const { app } = this;
    const channel = app.visit.channelId;
    openPeople(anchor, {
      people: app.visit.directory.people,
      me: app.visit.person,
      addressOf: (id) => addressOf(id, channel),
      choose: (id) => (location.hash = addressOf(id, channel)),
      speak: (locale) => void call("setLocale", { person: app.visit.person, locale }),
    });
  }

  openPerson(id: string, anchor: HTMLElement) {
    const { app } = this;
    const person = app.visit.directory.person(id, app.visit.server);
    if (person === undefined) return;
    const message = { label: "Message", run: () => void app.openBotDm() };
    const be = {
      label: `Be ${person.name}`,
      run: () => void (location.hash = addressOf(id, app.visit.channelId)),
    };
    const isOther = id !== app.visit.person;
    openCard(anchor, person, {
      apps: this.#apps(2, id),
      actions: person.isBot ? [message] : isOther ? [be] : [],
    });
  }

  openMessage(seen: SeenMessage, at: At) {
    const { visit } = this.app;
    const canDelete =
      seen.message.author.id === visit.person || canManageMessages(visit.channel?.permissions);
    openMessageMenu(at, seen, {
      apps: this.#apps(3, seen.id),
      ...(canDelete &&
        !seen.isEphemeral && { remove: () => void call("deleteMessage", { message: seen.id }) }),
    });
  }

  /** Returns the commands in the menu of a person (2) or a message (3). */
  #apps(type: 2 | 3, target: string): MenuEntry[] {
    const { commands, interactions } = this.app;
    return commands.menus(type).map((command) => ({
      label: nameOf(command),
      run: () => void interactions.runMenu(command.id, target),
    }));
  }
}

function canManageMessages(permissions: string = "0") {
  return (BigInt(permissions) & (1n << 13n)) !== 0n || (BigInt(permissions) & (1n << 3n)) !== 0n;
}
