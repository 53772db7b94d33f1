import { componentElements } from "../components/components.js";
import { fileCard } from "../components/file.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { markdown } from "../markdown/build.js";
import { authorOf } from "./author.js";
import { embedElement } from "./embed.js";
import { picture } from "./picture.js";

/** @import { SeenMessage } from "../../../discord/local-api.ts" */
/** @import { APIMessage } from "discord-api-types/v10" */
/** @import { MessageHow } from "./message.js" */

const FLAG_COMPONENTS_V2 = 1 << 15;

/**
 * What a message holds below its head.
 * @param {SeenMessage} seen
 * @param {MessageHow} how
 * @returns {HTMLElement[]}
 */
export function body(seen, how) {
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
