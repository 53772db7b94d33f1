import { APP_PICTURE } from "../api.js";
import { componentElements, fileCard } from "../components/components.js";
import { h, onEitherPress } from "../dom.js";
import { icon } from "../icons.js";
import { markdown } from "../markdown/build.js";
import { showMessageTime, showTime } from "../time.js";
import { avatar } from "./avatar.js";
import { embedElement } from "./embed.js";
import { picture } from "./picture.js";

/** @typedef {import("../../../discord/local-api.ts").SeenMessage} SeenMessage */
/** @typedef {import("discord-api-types/v10").APIMessage} APIMessage */
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

const FLAG_COMPONENTS_V2 = 1 << 15;
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
      oncontextmenu: (/** @type {MouseEvent} */ event) => contextMenu(event, how),
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
 * A right press on a message; on a link or a selection the browser's own menu opens.
 * @param {MouseEvent} event
 * @param {MessageHow} how
 */
function contextMenu(event, how) {
  const { target, currentTarget, clientX: x, clientY: y } = event;
  const isBrowsers = target instanceof Element && target.closest("a, input, textarea") !== null;
  if (isBrowsers || getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  how.openMenu({ anchor: /** @type {HTMLElement} */ (currentTarget), x, y });
}

/**
 * @param {APIMessage} message
 * @param {MessageHow} how
 */
function authorOf(message, how) {
  const known = how.person(message.author.id);
  if (known !== undefined) return known;
  const { author } = message;
  return {
    id: author.id,
    name: author.global_name ?? author.username,
    isBot: author.bot === true,
    ...(author.bot === true && { avatarUrl: APP_PICTURE }),
  };
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
 * @param {{id: string, name: string, isBot: boolean, color?: string}} who
 * @param {MessageHow} how
 * @param {Node | string} content
 * @param {string} className
 */
function personButton(who, how, content, className) {
  const button = h(
    "button",
    {
      type: "button",
      class: className,
      "aria-label": who.name,
      ...onEitherPress(() => how.openPerson(who.id, button)),
    },
    content,
  );
  if (className === "avatar-button") button.tabIndex = -1;
  if (who.color !== undefined && className !== "avatar-button") {
    button.classList.add("role-colored");
    button.style.setProperty("--role", who.color);
  }
  return button;
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

/**
 * @param {SeenMessage} seen
 * @param {MessageHow} how
 * @returns {HTMLElement[]}
 */
function body(seen, how) {
  const { message } = seen;
  const { controls } = how;
  if (seen.isThinking) {
    const state = seen.isAbandoned
      ? failure("The application did not respond")
      : thinking(authorOf(message, how).name);
    return [state, ...(seen.isEphemeral ? [onlyYou(how)] : [])];
  }
  const isV2 = ((message.flags ?? 0) & FLAG_COMPONENTS_V2) !== 0;
  const parts = [
    message.content !== "" && content(message, controls.view),
    ...message.embeds.map((embed) => embedElement(embed, controls.view)),
    ...(isV2 ? [] : attachments(message)),
    message.components &&
      message.components.length > 0 &&
      h("div.components", {}, componentElements(message.components, controls)),
    isV2 && message.edited_timestamp !== null && editedMark(message),
    how.failure !== undefined && failure(how.failure),
    seen.isEphemeral && onlyYou(how),
  ];
  return /** @type {HTMLElement[]} */ (parts.filter((part) => part !== false && part !== undefined));
}

/**
 * @param {APIMessage} message
 * @param {import("../markdown/build.js").View} view
 */
function content(message, view) {
  const element = markdown(message.content, view);
  if (message.edited_timestamp !== null)
    (element.lastElementChild ?? element).append(" ", editedMark(message));
  return element;
}

/** @param {APIMessage} message */
function editedMark(message) {
  return h("span.edited", { title: message.edited_timestamp ?? "" }, "(edited)");
}

/**
 * @param {APIMessage} message
 * @returns {HTMLElement[]}
 */
function attachments(message) {
  return message.attachments.map((file) =>
    file.content_type?.startsWith("image/") === true
      ? picture(
          { url: file.url, description: file.description, width: file.width, height: file.height },
          "attachment",
        )
      : fileCard(file.url, file.filename, file.size),
  );
}

/** @param {string} text */
function failure(text) {
  return h("div.failure", { role: "alert" }, icon("warning", 16), text);
}

/** @param {string} name */
function thinking(name) {
  return h(
    "div.thinking",
    { role: "status" },
    h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    `${name} is thinking...`,
  );
}

/** @param {{dismiss: () => void}} how */
export function onlyYou(how) {
  return h(
    "div.only-you",
    {},
    icon("eye", 16),
    "Only you can see this • ",
    h("button.link", { type: "button", onclick: how.dismiss }, "Dismiss message"),
  );
}
