import type { APIAttachment, APIFileComponent } from "discord-api-types/v10";
import { fileUrl } from "../api.ts";
import { h } from "../dom.ts";
import { icon } from "../icons.ts";
import { veiled } from "./veil.ts";

export function fileElement(component: APIFileComponent, attachments: readonly APIAttachment[]) {
  const named = attachments.find(
    (each) => component.file.url.includes(each.id) || component.file.url.endsWith(each.filename),
  );
  const name = component.name ?? named?.filename ?? component.file.url.split(/[/?]/).at(-1) ?? "file";
  return veiled(component, fileCard(named?.url ?? component.file.url, name, component.size ?? named?.size));
}

export function fileCard(url: string, name: string, size?: number) {
  return h(
    "div.file",
    icon("file", 32),
    h(
      "div.file-text",
      h("a", { href: fileUrl(url), download: name }, name),
      size !== undefined && h("small", fileSize(size)),
    ),
    /\.html?$/i.test(name) && openButton({ url, name }),
    h(
      "a.icon-button",
      { href: fileUrl(url), download: name, "aria-label": `Download ${name}` },
      icon("download"),
    ),
  );
}

function fileSize(bytes: number) {
  if (bytes < 1024) return `${bytes} bytes`;
  const isMega = bytes >= 1024 * 1024;
  return `${(bytes / (isMega ? 1024 * 1024 : 1024)).toFixed(2)} ${isMega ? "MB" : "KB"}`;
}

/** The event that asks to open an attached page. */
export const OPEN_FILE = "open-file";

/** Returns a button that opens an attached page in the simulated browser. */
function openButton(file: { url: string; name: string }) {
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
