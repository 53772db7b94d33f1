import { h } from "../dom.js";
import { icon } from "../icons.js";
import { showMessageTime, showTime } from "../time.js";
import { authorOf, personButton } from "./author.js";
import { avatar } from "./avatar.js";
import { body } from "./body.js";

/** @import { SeenMessage } from "../../../discord/local-api.ts" */
/** @import { APIMessage } from "discord-api-types/v10" */
/**
 * @typedef {object} MessageHow
 * @property {import("../components/components.js").Controls} controls
 * @property {boolean} isCompact the same author wrote just before
 * @property {string | undefined} failure what became of the last press: "This interaction failed"
 * @property {(id: string) => {id: string, name: string, avatarUrl?: string, isBot: boolean, color?: string} | undefined} person
 * @property {(message: APIMessage) => boolean} isPinged whether it pings whoever looks
 * @property {() => void} dismiss
 * @property {(at: import("./menu.js").At) => void} openMenu
 * @property {(id: string, anchor: HTMLElement) => void} openPerson
 */

/** Interaction type of commands, and command type of those with a slash. */
const COMMAND = 2;
const SLASH = 1;

/**
 * One message as Discord shows it.
 * @param {SeenMessage} seen
 * @param {MessageHow} how
 */
export function messageElement(seen, how) {
  const { message } = seen;
  const author = authorOf(message, how);
  const command = how.isCompact ? undefined : commandLine(message, how);
  const element = h(
    "article.message",
    {
      "data-id": seen.id,
      "aria-label": `Message from ${author.name}`,
      oncontextmenu: (/** @type {PointerEvent} */ event) => contextMenu(event, how),
    },
    menuButton(how),
    command,
    h(
      "div.message-row",
      {},
      h(
        "div.message-side",
        {},
        how.isCompact ? hoverTime(message, how) : personButton(author, how, avatar(author), "avatar-button"),
      ),
      h("div.message-main", {}, how.isCompact ? undefined : header(message, author, how), body(seen, how)),
    ),
  );
  element.classList.toggle("compact", how.isCompact);
  element.classList.toggle("ephemeral", seen.isEphemeral);
  element.classList.toggle("pings", how.isPinged(message));
  return element;
}

/** @param {MessageHow} how */
function menuButton(how) {
  const button = h(
    "button.icon-button.message-menu",
    { type: "button", "aria-label": "More", title: "More", onclick: () => how.openMenu({ anchor: button }) },
    icon("more"),
  );
  return button;
}

/**
 * A right press on a message, or what stands for one; on a link the browser's own menu opens, and on a selection,
 * which a finger doesn't mean.
 * @param {PointerEvent} event
 * @param {MessageHow} how
 */
function contextMenu(event, how) {
  const { target, currentTarget, clientX: x, clientY: y, pointerType } = event;
  if (!(target instanceof Element) || !(currentTarget instanceof HTMLElement)) return;
  const isSelection = pointerType !== "touch" && getSelection()?.isCollapsed === false;
  if (isSelection || target.closest("a, input, textarea") !== null) return;
  event.preventDefault();
  how.openMenu({ anchor: target.closest("button") ?? currentTarget, x, y });
}

/**
 * "Ada used /trending" above an answer.
 * @param {APIMessage} message
 * @param {MessageHow} how
 */
function commandLine(message, how) {
  const asked = message.interaction_metadata;
  if (asked === undefined || asked.type !== COMMAND) return undefined;
  const { name, command_type: kind = SLASH } = /** @type {{name?: string, command_type?: number}} */ (asked);
  const who = how.person(asked.user.id) ?? {
    id: asked.user.id,
    name: asked.user.global_name ?? asked.user.username,
    isBot: false,
  };
  return h(
    "div.command-line",
    {},
    h("span.spine", { "aria-hidden": "true" }),
    personButton(who, how, avatar(who, 16), "avatar-button"),
    personButton(who, how, who.name, "author-small"),
    h("span", {}, "used"),
    h("span.command-used", {}, commandName(name ?? message.interaction?.name, kind)),
  );
}

/**
 * @param {string | undefined} name
 * @param {number} kind
 */
function commandName(name, kind) {
  if (name === undefined) return "a command";
  return kind === SLASH ? `/${name}` : name;
}

/**
 * @param {APIMessage} message
 * @param {{id: string, name: string, isBot: boolean, color?: string}} author
 * @param {MessageHow} how
 */
function header(message, author, how) {
  return h(
    "header.message-header",
    {},
    personButton(author, how, author.name, "author"),
    author.isBot && h("span.app-tag", {}, "APP"),
    sentTime(message, how),
  );
}

/**
 * @param {APIMessage} message
 * @param {MessageHow} how
 */
function sentTime(message, how) {
  const at = Date.parse(message.timestamp);
  const { view } = how.controls;
  const clock = { locale: view.locale, now: view.now() };
  return h(
    "time.sent",
    { datetime: message.timestamp, title: showTime(at, "F", clock) },
    showMessageTime(at, clock),
  );
}

/**
 * @param {APIMessage} message
 * @param {MessageHow} how
 */
function hoverTime(message, how) {
  const { view } = how.controls;
  return h(
    "time.sent.hover-time",
    { datetime: message.timestamp },
    showTime(Date.parse(message.timestamp), "t", { locale: view.locale, now: view.now() }),
  );
}
