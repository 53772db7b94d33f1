import { fill, freshId, h } from "../dom.ts";
import { asBash, asCmd, asHar, asHeaderLines, asPowerShell } from "./copy-forms.ts";
import { fillTable, toolButton, type Copying } from "./copying.ts";
import type { ShownRequest, BrowserView } from "../../browser/view.ts";

const COLUMNS = ["Name", "Method", "Status", "Host"];

export class NetworkTable {
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
