import type { APIAttachment, APIEmbed, APIEmbedField, APIMessage } from "discord-api-types/v10";

import { componentElements } from "../components/components.ts";
import { fileCard } from "../components/file.ts";
import { dots, h, hexColor } from "../dom.ts";
import { icon } from "../icons.ts";
import { markdown, type View } from "../markdown/build.ts";
import { authorOf, type MessageHow } from "./author.ts";
import { picture } from "./picture.ts";
import type { SeenMessage } from "../../../discord/local-api.ts";
import { linked } from "../markdown/link.ts";
import { showMessageTime } from "../time.ts";

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

type Embed = APIEmbed;

function embedElement(embed: Embed, view: View) {
  const element = h(
    "article.embed",
    h(
      "div.embed-body",
      embed.provider?.name && h("div.embed-provider", embed.provider.name),
      embed.author &&
        h(
          "div.embed-author",
          embed.author.icon_url && picture({ url: embed.author.icon_url, description: "" }, "embed-icon"),
          linked(embed.author.name, embed.author.url, view.own),
        ),
      embed.title &&
        h("div.embed-title", linked(markdown(embed.title, view, { flat: true }), embed.url, view.own)),
      embed.description && markdown(embed.description, view),
      embed.fields &&
        embed.fields.length > 0 &&
        h(
          "div.embed-fields",
          embed.fields.map((field) => fieldElement(field, view)),
        ),
      embed.image && picture({ description: embed.title, ...embed.image }, "embed-image"),
      footer(embed, view),
    ),
    embed.thumbnail && picture({ url: embed.thumbnail.url, description: embed.title }, "thumbnail"),
  );
  if (embed.color !== undefined) element.style.setProperty("--accent", hexColor(embed.color));
  return element;
}

function fieldElement(field: APIEmbedField, view: View) {
  const element = h(
    "div.embed-field",
    h("div.embed-field-name", markdown(field.name, view, { flat: true })),
    markdown(field.value, view),
  );
  element.classList.toggle("inline", field.inline === true);
  return element;
}

function footer(embed: Embed, view: View) {
  const at = embed.timestamp === undefined ? undefined : Date.parse(embed.timestamp);
  const time = at === undefined ? "" : showMessageTime(at, { locale: view.locale, now: view.now() });
  const text = [embed.footer?.text, time].filter(Boolean).join(" • ");
  return text !== "" && h("div.embed-footer", text);
}
