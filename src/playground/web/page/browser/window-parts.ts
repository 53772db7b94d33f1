import { h } from "../dom.ts";
import { icon } from "../icons.ts";

interface WindowActions {
  back: () => void;
  reload: () => void;
  open: (address: string) => void;
  hide: () => void;
  close: () => void;
  toggleTools: () => void;
  keys: (event: KeyboardEvent) => void;
}

/** Returns the window's parts: head, tabs, address, and room for a page, a file or developer tools. */
export function windowParts(tools: HTMLElement, actions: WindowActions) {
  const parts = {
    title: h("h2"),
    tabs: h("div.browser-tabs"),
    address: addressField(),
    back: tool("Back", "reply", actions.back),
    site: h("div.site", { tabindex: "0", role: "region", "aria-label": "Page" }),
    frame: fileFrame(),
    status: h("p.unseen", { role: "status" }),
    toolsButton: h(
      "button.tool-button",
      { "aria-expanded": "false", onclick: actions.toggleTools },
      "Developer tools",
    ),
  };
  const element = h(
    "section.browser",
    { role: "dialog", "aria-label": "Browser", hidden: true, onkeydown: actions.keys },
    head(parts.title, actions),
    parts.tabs,
    bar(parts, actions),
    h("div.browser-body", parts.site, parts.frame, tools),
    parts.status,
  );
  return { ...parts, element };
}

function addressField() {
  return h("input.browser-address", {
    type: "text",
    "aria-label": "Address",
    autocomplete: "off",
    spellcheck: "false",
    inputmode: "url",
  });
}

function fileFrame() {
  return h("iframe.site-file", {
    // The file's own policy says the same; this is a second defense.
    sandbox: "allow-scripts allow-forms",
    allow: "clipboard-write *",
    referrerpolicy: "no-referrer",
    title: "Opened file",
    hidden: true,
  });
}

function head(title: HTMLElement, actions: WindowActions) {
  return h(
    "header.browser-head",
    title,
    h("span.private-mark", "Private"),
    h("span.push"),
    h(
      "button.tool-button",
      { title: "Closing it forgets its cookies", onclick: actions.close },
      "Close window",
    ),
    tool("Hide the browser", "close", actions.hide),
  );
}

function bar(
  { back, address, toolsButton }: { back: HTMLElement; address: HTMLInputElement; toolsButton: HTMLElement },
  actions: WindowActions,
) {
  return h(
    "form.browser-bar",
    {
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        actions.open(address.value);
      },
    },
    back,
    tool("Load again", "swap", actions.reload),
    address,
    toolsButton,
  );
}

/** Returns a button with only an icon. */
export function tool(label: string, name: Parameters<typeof icon>[0], onclick: () => unknown) {
  return h("button.icon-button", { "aria-label": label, title: label, onclick }, icon(name, 18));
}

export function tab(label: string, isActive: boolean, onclick: () => void) {
  return h("button.browser-tab", { "aria-pressed": String(isActive), onclick }, label);
}
