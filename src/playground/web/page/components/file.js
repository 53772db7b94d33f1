import { fileUrl } from "../api.js";
import { openButton } from "../browser/open-button.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { veiled } from "./veil.js";

/**
 * @param {import("discord-api-types/v10").APIFileComponent} component
 * @param {import("./components.js").Controls} controls
 */
export function fileElement(component, controls) {
  const named = controls.attachments.find(
    (each) => component.file.url.includes(each.id) || component.file.url.endsWith(each.filename),
  );
  const name = component.name ?? named?.filename ?? component.file.url.split(/[/?]/).at(-1) ?? "file";
  return veiled(component, fileCard(named?.url ?? component.file.url, name, component.size ?? named?.size));
}

/**
 * A file as a card, to be opened or saved.
 * @param {string} url
 * @param {string} name
 * @param {number} [size]
 */
export function fileCard(url, name, size) {
  return h(
    "div.file",
    {},
    icon("file", 32),
    h(
      "div.file-text",
      {},
      h("a", { href: fileUrl(url), download: name }, name),
      size !== undefined && h("small", {}, fileSize(size)),
    ),
    /\.html?$/i.test(name) && openButton({ url, name }),
    h(
      "a.icon-button",
      { href: fileUrl(url), download: name, "aria-label": `Download ${name}` },
      icon("download"),
    ),
  );
}

/** @param {number} bytes */
function fileSize(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  const isMega = bytes >= 1024 * 1024;
  return `${(bytes / (isMega ? 1024 * 1024 : 1024)).toFixed(2)} ${isMega ? "MB" : "KB"}`;
}
