import { APP_PICTURE } from "../api.ts";
import { h, onEitherPress, showRole } from "../dom.ts";
import type { APIMessage } from "discord-api-types/v10";
import type { Author } from "../directory.ts";
import type { Controls } from "../components/components.ts";
import type { At } from "./menu.ts";

export interface MessageHow {
  controls: Controls;
  /** The previous message has the same author and is recent. */
  isCompact: boolean;
  /** The problem of the last press: "This interaction failed". */
  failure: string | undefined;
  person: (id: string) => Author | undefined;
  isPinged: (message: APIMessage) => boolean;
  dismiss: () => void;
  openMenu: (at: At) => void;
  openPerson: (id: string, anchor: HTMLElement) => void;
}

export function authorOf(message: APIMessage, how: MessageHow) {
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

export function personButton(who: Author, how: MessageHow, content: Node | string, className: string) {
  const button = h(
    "button",
    {
      class: className,
      "aria-label": who.name,
      ...onEitherPress(() => how.openPerson(who.id, button)),
    },
    content,
  );
  if (className === "avatar-button") button.tabIndex = -1;
  else showRole(button, who.color);
  return button;
}
