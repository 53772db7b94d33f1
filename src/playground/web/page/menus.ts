import { call } from "./api.ts";
import { nameOf } from "./composer/command-list.ts";
import { openMessageMenu, type At } from "./message/menu.ts";
import { addressOf } from "./place.ts";
import { openCard, openPeople } from "./popover.ts";
import type { SeenMessage } from "../../discord/local-api.ts";
import type { App } from "./app.ts";

/** What opens beside a person or a message, and what is done from there. */
export class Menus {
  readonly app;
  constructor(app: App) {
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
    const menus = app.commands.menus(2);
    openCard(anchor, {
      person,
      commands: menus.map((command) => ({ id: command.id, name: nameOf(command) })),
      run: (command) => void app.interactions.runMenu(command, id),
      actions: [
        ...(person.isBot ? [{ label: "Message", run: () => void app.openBotDm() }] : []),
        ...(!person.isBot && id !== app.visit.person
          ? [
              {
                label: `Be ${person.name}`,
                run: () => void (location.hash = addressOf(id, app.visit.channelId)),
              },
            ]
          : []),
      ],
    });
  }

  openMessage(seen: SeenMessage, at: At) {
    const { app } = this;
    const menus = app.commands.menus(3);
    const canDelete =
      seen.message.author.id === app.visit.person || canManageMessages(app.visit.channel?.permissions);
    openMessageMenu(at, seen, {
      commands: menus.map((command) => ({ id: command.id, name: nameOf(command) })),
      run: (command) => void app.interactions.runMenu(command, seen.id),
      ...(canDelete &&
        !seen.isEphemeral && { remove: () => void call("deleteMessage", { message: seen.id }) }),
    });
  }
}

function canManageMessages(permissions: string = "0") {
  return (BigInt(permissions) & (1n << 13n)) !== 0n || (BigInt(permissions) & (1n << 3n)) !== 0n;
}
