import { fill, h } from "../dom.js";
import { browse, openedUrl, savedLogins } from "./client.js";
import { DevTools } from "./devtools.js";
import { sitePage } from "./site.js";
import { tab, tool, windowParts } from "./window-parts.js";

/** @import { BrowserView } from "./client.js" */
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
    const parts = windowParts(this.tools.element, {
      back: () => void this.#go("back"),
      reload: () => void this.#go("reload"),
      open: (address) => void this.#go("open", { address }),
      hide: () => this.hide(),
      close: () => void this.#close(),
      toggleTools: () => this.#toggleTools(),
      keys: (event) => this.#keys(event),
    });
    this.element = parts.element;
    this.title = parts.title;
    this.tabs = parts.tabs;
    this.address = parts.address;
    this.back = parts.back;
    this.site = parts.site;
    this.frame = parts.frame;
    this.status = parts.status;
    this.toolsButton = parts.toolsButton;
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
