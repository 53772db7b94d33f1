import { h } from "../dom.js";
import { markdown } from "../markdown/build.js";
import { webAddress } from "../markdown/inline.js";
import { showMessageTime } from "../time.js";
import { picture } from "./picture.js";

/** @typedef {import("discord-api-types/v10").APIEmbed} Embed */
/** @import { View } from "../markdown/build.js" */

/**
 * An embed: author, title, text, fields, pictures, footer.
 * @param {Embed} embed
 * @param {View} view
 */
export function embedElement(embed, view) {
  const element = h(
    "article.embed",
    {},
    h(
      "div.embed-body",
      {},
      embed.provider?.name && h("div.embed-provider", {}, embed.provider.name),
      embed.author &&
        h(
          "div.embed-author",
          {},
          embed.author.icon_url && picture({ url: embed.author.icon_url, description: "" }, "embed-icon"),
          linked(embed.author.name, embed.author.url),
        ),
      embed.title && h("div.embed-title", {}, titleOf(embed.title, embed.url, view)),
      embed.description && markdown(embed.description, view),
      embed.fields &&
        embed.fields.length > 0 &&
        h(
          "div.embed-fields",
          {},
          embed.fields.map((field) => fieldElement(field, view)),
        ),
      embed.image && picture({ url: embed.image.url, description: embed.title }, "embed-image"),
      footer(embed, view),
    ),
    embed.thumbnail && picture({ url: embed.thumbnail.url, description: embed.title }, "thumbnail"),
  );
  if (embed.color !== undefined)
    element.style.setProperty("--accent", `#${embed.color.toString(16).padStart(6, "0")}`);
  return element;
}

/**
 * @param {import("discord-api-types/v10").APIEmbedField} field
 * @param {View} view
 */
function fieldElement(field, view) {
  const element = h(
    "div.embed-field",
    {},
    h("div.embed-field-name", {}, markdown(field.name, view, { flat: true })),
    markdown(field.value, view),
  );
  element.classList.toggle("inline", field.inline === true);
  return element;
}

/**
 * @param {Embed} embed
 * @param {View} view
 */
function footer(embed, view) {
  const at = embed.timestamp === undefined ? undefined : Date.parse(embed.timestamp);
  const time = at === undefined ? "" : showMessageTime(at, { locale: view.locale, now: view.now() });
  const text = [embed.footer?.text, time].filter(Boolean).join(" • ");
  return text !== "" && h("div.embed-footer", {}, text);
}

/**
 * @param {string} title
 * @param {string | undefined} url
 * @param {View} view
 */
function titleOf(title, url, view) {
  const address = url === undefined ? undefined : webAddress(url);
  const text = markdown(title, view, { flat: true });
  return address === undefined
    ? text
    : h("a", { href: address, target: "_blank", rel: "noopener noreferrer nofollow" }, text);
}

/**
 * @param {string} text
 * @param {string | undefined} url
 */
function linked(text, url) {
  const address = url === undefined ? undefined : webAddress(url);
  return address === undefined
    ? h("span", {}, text)
    : h("a", { href: address, target: "_blank", rel: "noopener noreferrer nofollow" }, text);
}
