import { h } from "../dom.ts";
import { icon } from "../icons.ts";
import { showMessageTime, showTime } from "../time.ts";
import { authorOf, type MessageHow, personButton } from "./author.ts";
import { avatar } from "./avatar.ts";
import { body, commandLine } from "./body.ts";
import type { SeenMessage } from "../../../discord/local-api.ts";
import type { APIMessage } from "discord-api-types/v10";
import type { Author } from "../directory.ts";

/** COMMAND is a type of interactions, SLASH a type of commands. */
const COMMAND = 2;
const SLASH = 1;

export function messageElement(seen: SeenMessage, how: MessageHow) {
  const { message } = seen;
  const author = authorOf(message, how);
  const command = how.isCompact ? undefined : usedCommand(message, how);
  const element = h(
    "article.message",
    {
      "data-id": seen.id,
      "aria-label": `Message from ${author.name}`,
      oncontextmenu: (event: PointerEvent) => contextMenu(event, how),
    },
    menuButton(how),
    command,
    h(
      "div.message-row",
      h(
        "div.message-side",
        how.isCompact ? hoverTime(message, how) : personButton(author, how, avatar(author), "avatar-button"),
      ),
      h("div.message-main", how.isCompact ? undefined : header(message, author, how), body(seen, how)),
    ),
  );
  element.classList.toggle("compact", how.isCompact);
  element.classList.toggle("ephemeral", seen.isEphemeral);
  element.classList.toggle("pings", how.isPinged(message));
  return element;
}

function menuButton(how: MessageHow) {
  const button = h(
    "button.icon-button.message-menu",
    { "aria-label": "Message menu", title: "Message menu", onclick: () => how.openMenu({ anchor: button }) },
    icon("more"),
  );
  return button;
}

/** Opens the menu by a right press, except on links, and on selections unless by touch. */
function contextMenu(event: PointerEvent, how: MessageHow) {
  const { target, currentTarget, clientX: x, clientY: y, pointerType } = event;
  if (!(target instanceof Element) || !(currentTarget instanceof HTMLElement)) return;
  const isSelection = pointerType !== "touch" && getSelection()?.isCollapsed === false;
  if (isSelection || target.closest("a, input, textarea") !== null) return;
  event.preventDefault();
  how.openMenu({ anchor: target.closest("button") ?? currentTarget, x, y });
}

function usedCommand(message: APIMessage, how: MessageHow) {
  const asked = message.interaction_metadata;
  if (asked === undefined || asked.type !== COMMAND) return undefined;
  const { name, command_type: kind = SLASH } = asked as { name?: string; command_type?: number };
  const who = how.person(asked.user.id) ?? {
    id: asked.user.id,
    name: asked.user.global_name ?? asked.user.username,
    isBot: false,
  };
  const person = [
    personButton(who, how, avatar(who, 16), "avatar-button"),
    personButton(who, how, who.name, "author-small"),
  ];
  return commandLine(person, commandName(name ?? message.interaction?.name, kind));
}

function commandName(name: string | undefined, kind: number) {
  if (name === undefined) return "a command";
  return kind === SLASH ? `/${name}` : name;
}

function header(message: APIMessage, author: Author, how: MessageHow) {
  return h(
    "header.message-header",
    personButton(author, how, author.name, "author"),
    author.isBot && h("span.app-tag", "APP"),
    sentTime(message, how),
  );
}

function sentTime(message: APIMessage, how: MessageHow) {
  const at = Date.parse(message.timestamp);
  const { view } = how.controls;
  const clock = { locale: view.locale, now: view.now() };
  return h(
    "time.sent",
    { datetime: message.timestamp, title: showTime(at, "F", clock) },
    showMessageTime(at, clock),
  );
}

function hoverTime(message: APIMessage, how: MessageHow) {
  const { view } = how.controls;
  return h(
    "time.sent.hover-time",
    { datetime: message.timestamp },
    showTime(Date.parse(message.timestamp), "t", { locale: view.locale, now: view.now() }),
  );
}
