import { fill, h } from "../dom.ts";
import { post } from "../api.ts";
import { DevTools } from "./devtools.ts";
import { sitePage, type Login } from "./site.ts";
import { tab, tool, windowParts } from "./window-parts.ts";
import type { BrowserView } from "../../browser/view.ts";

type Call = "look" | "open" | "back" | "reload" | "submit" | "close";
type Person = { id: string; name: string };

/** The simulated browser of the current person: a private window, developer tools, and files from messages. */
export class BrowserWindow {
  readonly person;
  #view: BrowserView | undefined;
  #logins: readonly Login[] = [];
  #owner: Person | undefined;
  #file: { url: string; name: string } | undefined;
  #isFileShown = false;
  #opener: Element | null = null;
  readonly #tools = new DevTools();
  readonly #parts = windowParts(this.#tools.element, {
    back: () => void this.#go("back"),
    reload: () => void this.#go("reload"),
    open: (address) => void this.#go("open", { address }),
    hide: () => this.hide(),
    close: () => void this.#close(),
    toggleTools: () => this.#toggleTools(),
    keys: (event) => this.#keys(event),
  });
  readonly element = this.#parts.element;

  constructor(person: () => Person | undefined) {
    this.person = person;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  toggle() {
    if (this.isOpen) this.hide();
    else void this.open();
  }

  async open() {
    if (!this.isOpen) this.#opener = document.activeElement;
    this.element.hidden = false;
    const person = this.person();
    if (person === undefined) return;
    if (this.#owner?.id !== person.id) this.#become(person);
    if (this.#view === undefined) await this.#go("look");
    else this.#focusPage();
  }

  /** Shows the window of the new person. */
  follow() {
    const person = this.person();
    if (person === undefined || this.#owner === undefined || this.#owner.id === person.id) return;
    this.#become(person);
    if (this.isOpen) void this.#go("look");
  }

  /** Opens a file from a message, in its own tab. */
  async openFile(file: { url: string; name: string }) {
    await this.open();
    this.#file = file;
    this.#isFileShown = true;
    this.#parts.frame.src = `opened?of=${encodeURIComponent(file.url)}`;
    this.#drawTabs();
    this.#focusPage();
  }

  /** Opens a page of the platform. Its root opens the start page, where sign-ins begin. */
  async visit(address: string) {
    await this.open();
    await this.#go("open", { address: new URL(address).pathname === "/" ? "" : address });
  }

  hide() {
    this.element.hidden = true;
    if (this.#opener instanceof HTMLElement && this.#opener.isConnected) this.#opener.focus();
  }

  #become(person: Person) {
    this.#owner = person;
    this.#view = undefined;
    this.#closeFile();
    fill(this.#parts.title, `${person.name}'s browser`);
  }

  async #close() {
    this.#closeFile();
    this.hide();
    await this.#go("close");
  }

  #closeFile() {
    this.#file = undefined;
    this.#isFileShown = false;
    this.#parts.frame.removeAttribute("src");
  }

  async #go(name: Call, ask: Record<string, unknown> = {}) {
    const owner = this.#owner;
    if (owner === undefined) return;
    this.#isFileShown = false;
    this.#parts.site.setAttribute("aria-busy", "true");
    try {
      if (this.#logins.length === 0)
        this.#logins = (await post("platform/sessions").catch(() => ({ people: [] }))).people;
      const view: BrowserView = await post(`browser/${name}`, { as: owner.id, ...ask });
      if (this.#owner?.id === owner.id) this.#show(view);
    } catch (error) {
      const text = error instanceof Error ? error.message : "That didn't work.";
      fill(this.#parts.site, h("p.site-problem", { role: "alert" }, text));
    } finally {
      this.#parts.site.removeAttribute("aria-busy");
    }
  }

  #show(view: BrowserView) {
    this.#view = view;
    this.#parts.back.disabled = !view.hasBefore;
    fill(
      this.#parts.site,
      sitePage(view, {
        logins: this.#logins,
        open: (address) => void this.#go("open", { address }),
        submit: (form, fields) => void this.#go("submit", { page: view.page, form, fields }),
      }),
    );
    this.#parts.site.scrollTop = 0;
    this.#tools.draw(view);
    fill(this.#parts.status, view.title);
    this.#drawTabs();
    if (this.isOpen) this.#focusPage();
  }

  #drawTabs() {
    const [view, file] = [this.#view, this.#file];
    const isFile = this.#isFileShown && file !== undefined;
    this.#parts.frame.hidden = !isFile;
    this.#parts.site.hidden = isFile;
    this.#parts.address.readOnly = isFile;
    this.#parts.address.value = isFile ? `file:///Downloads/${file.name}` : (view?.address ?? "");
    fill(
      this.#parts.tabs,
      tab(view?.title || "Private window", !isFile, () => this.#choose(false)),
      file !== undefined && tab(file.name, isFile, () => this.#choose(true)),
      file !== undefined &&
        tool(`Close ${file.name}`, "close", () => {
          this.#closeFile();
          this.#drawTabs();
        }),
    );
    this.#parts.tabs.hidden = file === undefined;
  }

  #choose(isFile: boolean) {
    this.#isFileShown = isFile;
    this.#drawTabs();
  }

  #focusPage() {
    if (this.#isFileShown) return this.#parts.frame.focus();
    const first =
      this.#parts.site.querySelector("form input, form select") ??
      this.#parts.site.querySelector(".site-heading");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  #toggleTools() {
    const isOpen = !this.#tools.isOpen;
    this.#tools.element.hidden = !isOpen;
    this.#parts.toolsButton.setAttribute("aria-expanded", String(isOpen));
    this.element.classList.toggle("with-tools", isOpen);
  }

  #keys(event: KeyboardEvent) {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.hide();
    } else if (event.key === "F12") {
      event.preventDefault();
      this.#toggleTools();
    }
  }
}
