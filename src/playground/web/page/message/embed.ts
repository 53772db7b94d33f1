import { h, hexColor } from "../dom.ts";
import { markdown, type View } from "../markdown/build.ts";
import { linked } from "../markdown/link.ts";
import { showMessageTime } from "../time.ts";
import { picture } from "./picture.ts";
import type { APIEmbed, APIEmbedField } from "discord-api-types/v10";

type Embed = APIEmbed;

export function embedElement(embed: Embed, view: View) {
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
