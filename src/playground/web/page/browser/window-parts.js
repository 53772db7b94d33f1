import { h } from "../dom.js";
import { icon } from "../icons.js";

/**
 * What the window's controls do.
 * @typedef {object} WindowActions
 * @property {() => void} back
 * @property {() => void} reload
 * @property {(address: string) => void} open
 * @property {() => void} hide
 * @property {() => void} close
 * @property {() => void} toggleTools
 * @property {(event: KeyboardEvent) => void} keys
 */

/**
 * The window as it stands: its head, tabs, address, and room for a page, a file or the developer tools.
 * @param {HTMLElement} tools
 * @param {WindowActions} actions
 */
export function windowParts(tools, actions) {
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
      { type: "button", "aria-expanded": "false", onclick: actions.toggleTools },
      "Developer tools",
    ),
  };
  const element = h(
    "section.browser",
    { role: "dialog", "aria-label": "Browser", hidden: true, onkeydown: actions.keys },
    head(parts.title, actions),
    parts.tabs,
    bar(parts, actions),
    h("div.browser-body", {}, parts.site, parts.frame, tools),
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
    // The file's own policy says the same; this holds should the file ever come without it.
    sandbox: "allow-scripts allow-forms",
    allow: "clipboard-write *",
    referrerpolicy: "no-referrer",
    title: "Opened file",
    hidden: true,
  });
}

/**
 * @param {HTMLElement} title
 * @param {WindowActions} actions
 */
function head(title, actions) {
  return h(
    "header.browser-head",
    {},
    title,
    h("span.private-mark", {}, "Private"),
    h("span.push"),
    h(
      "button.tool-button",
      { type: "button", title: "Closing it forgets its cookies", onclick: actions.close },
      "Close window",
    ),
    tool("Hide the browser", "close", actions.hide),
  );
}

/**
 * @param {{back: HTMLElement, address: HTMLInputElement, toolsButton: HTMLElement}} parts
 * @param {WindowActions} actions
 */
function bar({ back, address, toolsButton }, actions) {
  return h(
    "form.browser-bar",
    {
      onsubmit: (/** @type {SubmitEvent} */ event) => {
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

/**
 * A button that shows only its sign.
 * @param {string} label
 * @param {Parameters<typeof icon>[0]} name
 * @param {() => unknown} onclick
 */
export function tool(label, name, onclick) {
  return h(
    "button.icon-button",
    { type: "button", "aria-label": label, title: label, onclick },
    icon(name, 18),
  );
}

/**
 * A tab of the window.
 * @param {string} label
 * @param {boolean} isActive
 * @param {() => void} onclick
 */
export function tab(label, isActive, onclick) {
  return h("button.browser-tab", { type: "button", "aria-pressed": String(isActive), onclick }, label);
}
