import { componentElements } from "../components/components.ts";
import { fileCard } from "../components/file.ts";
import { dots, h } from "../dom.ts";
import { icon } from "../icons.ts";
import { markdown, type View } from "../markdown/build.ts";
import { authorOf, type MessageHow } from "./author.ts";
import { embedElement } from "./embed.ts";
import { picture } from "./picture.ts";
import type { SeenMessage } from "../../../discord/local-api.ts";
import type { APIAttachment, APIMessage } from "discord-api-types/v10";

const FLAG_COMPONENTS_V2 = 1 << 15;
/** Discord says in the channel who pinned something: MessageType.ChannelPinnedMessage. */
const PIN_NOTICE = 6;

export function body(seen: SeenMessage, how: MessageHow): HTMLElement[] {
  const { message } = seen;
  const { controls } = how;
  if (seen.isThinking) {
    const state = seen.isAbandoned
      ? failure("The application did not respond")
      : thinking(`${authorOf(message, how).name} is thinking...`);
    return [state, ...(seen.isEphemeral ? [onlyYou(how)] : [])];
  }
  const isV2 = ((message.flags ?? 0) & FLAG_COMPONENTS_V2) !== 0;
  const parts = [
    message.content !== "" && content(message, controls.view),
    Number(message.type) === PIN_NOTICE && h("div.markdown", "pinned a message to this channel."),
    ...message.embeds.map((embed) => embedElement(embed, controls.view)),
    ...(isV2 ? [] : attachments(message)),
    message.components &&
      message.components.length > 0 &&
      h("div.components", componentElements(message.components, controls)),
    isV2 && message.edited_timestamp !== null && editedMark(message),
    how.failure !== undefined && failure(how.failure),
    seen.isEphemeral && onlyYou(how),
  ];
  return parts.filter((part) => part !== false && part !== undefined) as HTMLElement[];
}

function content(message: APIMessage, view: View) {
  const element = markdown(message.content, view);
  if (message.edited_timestamp !== null)
    (element.lastElementChild ?? element).append(" ", editedMark(message));
  return element;
}

function editedMark(message: APIMessage) {
  return h("span.edited", { title: message.edited_timestamp ?? "" }, "(edited)");
}

/** Returns attachments that no embed shows: one large picture, several as tiles, other files as cards. */
function attachments(message: APIMessage): HTMLElement[] {
  const embedded = new Set(message.embeds.flatMap(({ image, thumbnail }) => [image?.url, thumbnail?.url]));
  const loose = message.attachments.filter(({ url }) => !embedded.has(url));
  const isPicture = ({ content_type }: APIAttachment) => content_type?.startsWith("image/") === true;
  const pictures = loose.filter(isPicture);
  const className = pictures.length > 1 ? "gallery-item" : "attachment";
  const shown = pictures.map((file) => picture(file, className));
  const tiles = h("div", { class: `gallery attachments gallery-${Math.min(shown.length, 10)}` }, shown);
  return [
    ...(shown.length > 1 ? [tiles] : shown),
    ...loose.filter((file) => !isPicture(file)).map((file) => fileCard(file.url, file.filename, file.size)),
  ];
}

/** Returns the line above a reply, "Ada used /trending". */
export function commandLine(person: readonly Node[], command: string) {
  const spine = h("span.spine", { "aria-hidden": "true" });
  return h("div.command-line", spine, person, h("span", "used"), h("span.command-used", command));
}

export function failure(text: string) {
  return h("div.failure", { role: "alert" }, icon("warning", 16), text);
}

/** Returns the animated note shown while a reply is awaited. */
export function thinking(text: string) {
  return h("div.thinking", { role: "status" }, dots(), text);
}

export function onlyYou(how: { dismiss: () => void }) {
  return h(
    "div.only-you",
    icon("eye", 16),
    "Only you can see this • ",
    h("button.link", { onclick: how.dismiss }, "Dismiss message"),
  );
}
