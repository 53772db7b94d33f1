import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { browse, openedUrl, savedLogins } from "./client.js";
import { DevTools } from "./devtools.js";
import { sitePage } from "./site.js";

/** @typedef {import("./client.js").BrowserView} BrowserView */
/** @typedef {{id: string, name: string}} Person */

/**
 * A pretended browser of whom one is: a private window that signs in at the embedded providers, with developer
 * tools, and opens files that came with messages.
 */
export class BrowserWindow {
  /** @type {BrowserView | undefined} */
  #view;
  /** @type {readonly import("./client.js").Login[]} */
  #logins = [];
  /** @type {Person | undefined} */
  #owner;
  /** @type {{url: string, name: string} | undefined} */
  #file;
  #isFileShown = false;
  /** @type {Element | null} */
  #opener = null;

  /** @param {() => Person | undefined} person */
  constructor(person) {
    this.person = person;
    this.tools = new DevTools();
    this.title = h("h2");
    this.tabs = h("div.browser-tabs");
    this.address = h("input.browser-address", {
      type: "text",
      "aria-label": "Address",
      autocomplete: "off",
      spellcheck: "false",
      inputmode: "url",
    });
    this.back = tool("Back", "reply", () => this.#go("back"));
    this.site = h("div.site", { tabindex: "0", role: "region", "aria-label": "Page" });
    this.frame = h("iframe.site-file", {
      // The file's own policy says the same; this holds should the file ever come without it.
      sandbox: "allow-scripts allow-forms",
      allow: "clipboard-write *",
      referrerpolicy: "no-referrer",
      title: "Opened file",
      hidden: true,
    });
    this.status = h("p.unseen", { role: "status" });
    this.toolsButton = h(
      "button.tool-button",
      { type: "button", "aria-expanded": "false", onclick: () => this.#toggleTools() },
      "Developer tools",
    );
    this.element = this.#build();
  }

  #build() {
    return h(
      "section.browser",
      {
        role: "dialog",
        "aria-label": "Browser",
        hidden: true,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#keys(event),
      },
      h(
        "header.browser-head",
        {},
        this.title,
        h("span.private-mark", {}, "Private"),
        h("span.push"),
        h(
          "button.tool-button",
          { type: "button", title: "Closing it forgets its cookies", onclick: () => this.#close() },
          "Close window",
        ),
        tool("Hide the browser", "close", () => this.hide()),
      ),
      this.tabs,
      h(
        "form.browser-bar",
        {
          onsubmit: (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            void this.#go("open", { address: this.address.value });
          },
        },
        this.back,
        tool("Load again", "swap", () => this.#go("reload")),
        this.address,
        this.toolsButton,
      ),
      h("div.browser-body", {}, this.site, this.frame, this.tools.element),
      this.status,
    );
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Shows it, or hides it. */
  toggle() {
    if (this.isOpen) this.hide();
    else void this.open();
  }

  /** Shows the window of whom one is. */
  async open() {
    if (!this.isOpen) this.#opener = document.activeElement;
    this.element.hidden = false;
    const person = this.person();
    if (person === undefined) return;
    if (this.#owner?.id !== person.id) this.#become(person);
    if (this.#view === undefined) await this.#go("look");
    else this.#focusPage();
  }

  /** One became someone else: the window shown is theirs. */
  follow() {
    const person = this.person();
    if (person === undefined || this.#owner === undefined || this.#owner.id === person.id) return;
    this.#become(person);
    if (this.isOpen) void this.#go("look");
  }

  /**
   * Opens a file that came with a message, in a tab of its own.
   * @param {{url: string, name: string}} file
   */
  async openFile(file) {
    await this.open();
    this.#file = file;
    this.#isFileShown = true;
    this.frame.src = openedUrl(file.url);
    this.#drawTabs();
    this.#focusPage();
  }

  /**
   * Opens a page of the platform, as a link in a message leads there. One signs in from where the window begins.
   * @param {string} address
   */
  async visit(address) {
    await this.open();
    await this.#go("open", { address: new URL(address).pathname === "/" ? "" : address });
  }

  hide() {
    this.element.hidden = true;
    if (this.#opener instanceof HTMLElement && this.#opener.isConnected) this.#opener.focus();
  }

  /** @param {Person} person */
  #become(person) {
    this.#owner = person;
    this.#view = undefined;
    this.#closeFile();
    fill(this.title, `${person.name}'s browser`);
  }

  async #close() {
    this.#closeFile();
    this.hide();
    await this.#go("close");
  }

  #closeFile() {
    this.#file = undefined;
    this.#isFileShown = false;
    this.frame.removeAttribute("src");
  }

  /**
   * @param {Parameters<typeof browse>[0]} name
   * @param {Record<string, unknown>} [ask]
   */
  async #go(name, ask = {}) {
    const owner = this.#owner;
    if (owner === undefined) return;
    this.#isFileShown = false;
    this.site.setAttribute("aria-busy", "true");
    try {
      if (this.#logins.length === 0) this.#logins = await savedLogins().catch(() => []);
      const view = await browse(name, { as: owner.id, ...ask });
      if (this.#owner?.id === owner.id) this.#show(view);
    } catch (error) {
      const text = error instanceof Error ? error.message : "That did not work.";
      fill(this.site, h("p.site-problem", { role: "alert" }, text));
    } finally {
      this.site.removeAttribute("aria-busy");
    }
  }

  /** @param {BrowserView} view */
  #show(view) {
    this.#view = view;
    this.back.disabled = !view.hasBefore;
    fill(
      this.site,
      sitePage(view, {
        logins: this.#logins,
        open: (address) => void this.#go("open", { address }),
        submit: (form, fields) => void this.#go("submit", { page: view.page, form, fields }),
      }),
    );
    this.site.scrollTop = 0;
    this.tools.draw(view);
    fill(this.status, view.title);
    this.#drawTabs();
    if (this.isOpen) this.#focusPage();
  }

  #drawTabs() {
    const [view, file] = [this.#view, this.#file];
    const isFile = this.#isFileShown && file !== undefined;
    this.frame.hidden = !isFile;
    this.site.hidden = isFile;
    this.address.readOnly = isFile;
    this.address.value = isFile ? `file:///Downloads/${file.name}` : (view?.address ?? "");
    fill(
      this.tabs,
      tab(view?.title || "Private window", !isFile, () => this.#choose(false)),
      file !== undefined && tab(file.name, isFile, () => this.#choose(true)),
      file !== undefined &&
        tool(`Close ${file.name}`, "close", () => {
          this.#closeFile();
          this.#drawTabs();
        }),
    );
    this.tabs.hidden = file === undefined;
  }

  /** @param {boolean} isFile */
  #choose(isFile) {
    this.#isFileShown = isFile;
    this.#drawTabs();
  }

  #focusPage() {
    if (this.#isFileShown) return this.frame.focus();
    const first =
      this.site.querySelector("form input, form select") ?? this.site.querySelector(".site-heading");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  #toggleTools() {
    const isOpen = !this.tools.isOpen;
    this.tools.element.hidden = !isOpen;
    this.toolsButton.setAttribute("aria-expanded", String(isOpen));
    this.element.classList.toggle("with-tools", isOpen);
  }

  /** @param {KeyboardEvent} event */
  #keys(event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.hide();
    } else if (event.key === "F12") {
      event.preventDefault();
      this.#toggleTools();
    }
  }
}

/**
 * @param {string} label
 * @param {Parameters<typeof icon>[0]} name
 * @param {() => unknown} onclick
 */
function tool(label, name, onclick) {
  return h(
    "button.icon-button",
    { type: "button", "aria-label": label, title: label, onclick },
    icon(name, 18),
  );
}

/**
 * @param {string} label
 * @param {boolean} isActive
 * @param {() => void} onclick
 */
function tab(label, isActive, onclick) {
  return h("button.browser-tab", { type: "button", "aria-pressed": String(isActive), onclick }, label);
}
