import { fill, freshId, h } from "../dom.ts";
import { Copying, fillTable, toolButton } from "./copying.ts";
import { Tabs } from "../tabs.ts";
import type { BrowserView, ShownCookie, ShownRequest } from "../../browser/view.ts";
import {
  asBash,
  asCmd,
  asCookiesTxt,
  asExtensionJson,
  asHar,
  asHeaderLines,
  asHeaderValue,
  asPowerShell,
  asRows,
  cells,
} from "./copy-forms.ts";

type Tool = "application" | "network";

const TOOLS = [
  ["application", "Application"],
  ["network", "Network"],
] as const;

export class DevTools {
  readonly copying = new Copying();
  readonly cookies = new CookiesTable(this.copying);
  readonly network = new NetworkTable(this.copying);
  readonly body = h("div.tools-body", { role: "tabpanel" });
  readonly tabs = new Tabs<Tool>({
    label: "Developer tools",
    className: "tools-tabs",
    tabs: TOOLS,
    body: this.body,
    show: (tool) => this.#show(tool),
  });
  readonly element = h(
    "section.tools",
    { "aria-label": "Developer tools", hidden: true },
    this.tabs.element,
    this.body,
    this.copying.element,
  );

  constructor() {
    this.#show("application");
  }

  get isOpen() {
    return !this.element.hidden;
  }

  draw(view: BrowserView) {
    this.copying.clear();
    this.cookies.draw(view);
    this.network.draw(view);
  }

  #show(tool: Tool) {
    this.tabs.mark(tool);
    fill(this.body, tool === "application" ? this.cookies.element : this.network.element);
  }
}

const COOKIE_COLUMNS = [
  "Name",
  "Value",
  "Domain",
  "Path",
  "Expires",
  "Size",
  "HttpOnly",
  "Secure",
  "SameSite",
];

class CookiesTable {
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
    fillTable(this.place, { columns: COOKIE_COLUMNS, none: "This site has set no cookies." }, rows);
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

const COLUMNS = ["Name", "Method", "Status", "Host"];

class NetworkTable {
  readonly copying;
  #requests: readonly ShownRequest[] = [];
  #chosen = 0;
  readonly place = h("div.tool-table", { tabindex: "0", role: "region", "aria-label": "Requests" });
  readonly headers = h("pre.tool-headers", {
    tabindex: "0",
    role: "region",
    "aria-label": "Request headers",
  });
  readonly element = h(
    "div.tool-view",
    h(
      "div.tool-buttons",
      toolButton("Copy as cURL (bash)", () => this.#copy("cURL (bash)", asBash)),
      toolButton("Copy as cURL (cmd)", () => this.#copy("cURL (cmd)", asCmd)),
      toolButton("Copy as PowerShell", () => this.#copy("PowerShell", asPowerShell)),
      toolButton("Copy request headers", () =>
        this.#copy("request headers", (request) => asHeaderLines(request.requestHeaders)),
      ),
      toolButton("Copy response headers", () =>
        this.#copy("response headers", (request) => asHeaderLines(request.responseHeaders)),
      ),
      toolButton("Copy all as HAR", () => this.copying.copy("all requests as HAR", asHar(this.#requests))),
    ),
    this.place,
    this.headers,
  );

  constructor(copying: Copying) {
    this.copying = copying;
  }

  draw(view: BrowserView) {
    this.#requests = view.requests;
    this.#chosen = view.requests.at(-1)?.number ?? 0;
    this.#drawTable();
    this.#drawHeaders();
  }

  #drawTable() {
    const name = freshId("request");
    const rows = this.#requests.toReversed().map((request) => this.#row(request, name));
    fillTable(this.place, { columns: COLUMNS, none: "Nothing was asked yet." }, rows);
  }

  #row(request: ShownRequest, group: string) {
    const url = new URL(request.address);
    const short = url.pathname.split("/").at(-1) || "/";
    const choose = () => {
      this.#chosen = request.number;
      this.#drawHeaders();
    };
    return h(
      "tr",
      h(
        "td",
        h("input", {
          type: "radio",
          name: group,
          checked: request.number === this.#chosen,
          "aria-label": `${request.method} ${short}, ${request.status}`,
          onchange: choose,
        }),
      ),
      h("th", { scope: "row", title: request.address }, short),
      [request.method, String(request.status), url.host].map((each) => h("td", each)),
    );
  }

  get #request() {
    return this.#requests.find(({ number }) => number === this.#chosen);
  }

  #drawHeaders() {
    const request = this.#request;
    this.headers.hidden = request === undefined;
    fill(this.headers, request === undefined ? "" : asHeaderLines(request.requestHeaders));
  }

  #copy(what: string, write: (request: ShownRequest) => string) {
    const request = this.#request;
    if (request !== undefined) void this.copying.copy(`the request as ${what}`, write(request));
  }
}
