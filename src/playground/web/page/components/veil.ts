import { h } from "../dom.ts";

/** Returns the element; one marked as spoiler is covered until it is pressed. */
export function veiled(marked: { spoiler?: boolean }, element: HTMLElement) {
  if (marked.spoiler !== true) return element;
  const cover = h("button.veil", { onclick: () => cover.parentElement?.replaceWith(element) }, "Spoiler");
  element.inert = true;
  cover.addEventListener("click", () => (element.inert = false));
  return h("div.veiled", element, cover);
}
