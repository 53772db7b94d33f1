import { fill, h } from "../dom.ts";
import { asCookiesTxt, asExtensionJson, asHeaderValue, asRows, cells } from "./copy-forms.ts";
import { fillTable, toolButton, type Copying } from "./copying.ts";
import type { ShownCookie, BrowserView } from "../../browser/view.ts";

const COLUMNS = ["Name", "Value", "Domain", "Path", "Expires", "Size", "HttpOnly", "Secure", "SameSite"];

export class CookiesTable {
  readonly copying;
  #cookies: readonly ShownCookie[] = [];
  #host = "";
  #home = "";
  #chosen: Set<string> = new Set();
  readonly host = h("select", {
    onchange: () => {
      this.#host = this.host.value;
      this.#chosen.clear();
      this.#drawTable();
    },
  });
  readonly place = h("div.tool-table", { tabindex: "0", role: "region", "aria-label": "Cookies" });
  readonly element = h(
    "div.tool-view",
    h("label.tool-path", h("span", "Application > Cookies >"), this.host),
    h(
      "div.tool-buttons",
      toolButton("Copy rows", () => this.#copy("rows", asRows)),
      toolButton("Copy as header", () => this.#copy("header value", asHeaderValue)),
      toolButton("Export as JSON (extension)", () => this.#copy("JSON of an extension", asExtensionJson)),
      toolButton("Export as cookies.txt", () => this.#copy("cookies.txt", asCookiesTxt)),
    ),
    this.place,
  );

  constructor(copying: Copying) {
    this.copying = copying;
  }

  draw(view: BrowserView) {
    this.#cookies = view.cookies;
    const own = view.bookmarks[0]?.address;
    this.#home = own === undefined ? "" : new URL(own).hostname;
    const at = URL.canParse(view.address) ? new URL(view.address).hostname : this.#home;
    const hosts = [...new Set([this.#home, at, ...view.cookies.map(({ domain }) => domain)])].filter(Boolean);
    this.#host = at;
    this.#chosen.clear();
    fill(
      this.host,
      hosts.map((host) =>
        h("option", { value: host }, host === this.#home ? `${host} (${view.site})` : host),
      ),
    );
    this.host.value = at;
    this.#drawTable();
  }

  get #shown() {
    return this.#cookies.filter(({ domain }) => this.#host === domain || this.#host.endsWith(`.${domain}`));
  }

  #drawTable() {
    const rows = this.#shown.map((cookie) => this.#row(cookie));
    fillTable(this.place, { columns: COLUMNS, none: "This site has set no cookies." }, rows);
  }

  #row(cookie: ShownCookie) {
    const key = `${cookie.name} ${cookie.path}`;
    const [name, ...rest] = cells(cookie);
    const box = h("input", {
      type: "checkbox",
      "aria-label": `Choose ${cookie.name}`,
      onchange: () => (box.checked ? this.#chosen.add(key) : this.#chosen.delete(key)),
    });
    return h(
      "tr",
      h("td", box),
      h("th", { scope: "row" }, name),
      rest.map((text, at) => h("td", { title: text, class: at === 0 ? "cookie-value" : undefined }, text)),
    );
  }

  #copy(what: string, write: (cookies: readonly ShownCookie[]) => string) {
    const shown = this.#shown;
    const chosen = shown.filter((cookie) => this.#chosen.has(`${cookie.name} ${cookie.path}`));
    const taken = chosen.length === 0 ? shown : chosen;
    const count = taken.length === 1 ? "1 cookie" : `${taken.length} cookies`;
    void this.copying.copy(`${count} as ${what}`, write(taken));
  }
}
