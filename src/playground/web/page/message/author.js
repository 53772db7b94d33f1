import { APP_PICTURE } from "../api.js";
import { h, onEitherPress } from "../dom.js";

/** @import { APIMessage } from "discord-api-types/v10" */
/** @import { MessageHow } from "./message.js" */

/**
 * Who wrote a message, as the place knows them.
 * @param {APIMessage} message
 * @param {MessageHow} how
 */
export function authorOf(message, how) {
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
 * Opens the card of someone.
 * @param {{id: string, name: string, isBot: boolean, color?: string}} who
 * @param {MessageHow} how
 * @param {Node | string} content
 * @param {string} className
 */
export function personButton(who, how, content, className) {
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
