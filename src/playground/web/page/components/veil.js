import { h } from "../dom.js";

/**
 * What is marked as a spoiler stays covered until it is pressed.
 * @param {{spoiler?: boolean}} marked
 * @param {HTMLElement} element
 */
export function veiled(marked, element) {
  if (marked.spoiler !== true) return element;
  const cover = h(
    "button.veil",
    { type: "button", onclick: () => cover.parentElement?.replaceWith(element) },
    "Spoiler",
  );
  element.inert = true;
  cover.addEventListener("click", () => (element.inert = false));
  return h("div.veiled", {}, element, cover);
}
