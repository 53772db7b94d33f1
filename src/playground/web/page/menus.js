import { call } from "./api.js";
import { nameOf } from "./composer/command-list.js";
import { openMessageMenu } from "./message/menu.js";
import { addressOf } from "./place.js";
import { openCard, openPeople } from "./popover.js";

/** @typedef {import("../../discord/local-api.ts").SeenMessage} SeenMessage */

/** What opens beside a person or a message, and what is done from there. */
export class Menus {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {HTMLElement} anchor */
  choosePerson(anchor) {
    const { app } = this;
    const channel = app.visit.channelId;
    openPeople(anchor, {
      people: app.directory.people,
      me: app.person,
      addressOf: (id) => addressOf(id, channel),
      choose: (id) => (location.hash = addressOf(id, channel)),
    });
  }

  /**
   * @param {string} id
   * @param {HTMLElement} anchor
   */
  openPerson(id, anchor) {
    const { app } = this;
    const person = app.directory.person(id, app.server);
    if (person === undefined) return;
    const menus = app.commands.menus(2);
    openCard(anchor, {
      person,
      commands: menus.map((command) => ({ id: command.id, name: nameOf(command) })),
      run: (command) => void app.interactions.runMenu(command, id),
      actions: [
        ...(person.isBot ? [{ label: "Message", run: () => void app.openBotDm() }] : []),
        ...(!person.isBot && id !== app.person
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

  /**
   * @param {SeenMessage} seen
   * @param {import("./message/menu.js").At} at
   */
  openMessage(seen, at) {
    const { app } = this;
    const menus = app.commands.menus(3);
    const canDelete = seen.message.author.id === app.person || canManageMessages(app.channel?.permissions);
    openMessageMenu(at, seen, {
      commands: menus.map((command) => ({ id: command.id, name: nameOf(command) })),
      run: (command) => void app.interactions.runMenu(command, seen.id),
      ...(canDelete &&
        !seen.isEphemeral && { remove: () => void call("deleteMessage", { message: seen.id }) }),
    });
  }
}

/** @param {string} [permissions] */
function canManageMessages(permissions = "0") {
  return (BigInt(permissions) & (1n << 13n)) !== 0n || (BigInt(permissions) & (1n << 3n)) !== 0n;
}
