import { h } from "../dom.ts";

/** What a message asks for when one of its files shall be opened. */
export const OPEN_FILE = "open-file";

/** Opens an attached page in the pretended browser, as a double click on a download would. */
export function openButton(file: { url: string; name: string }) {
  const button = h(
    "button.button.button-secondary",
    {
      "aria-label": `Open file ${file.name}`,
      onclick: () => button.dispatchEvent(new CustomEvent(OPEN_FILE, { bubbles: true, detail: file })),
    },
    "Open file",
  );
  return button;
}
