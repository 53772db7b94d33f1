import { fill, h } from "../dom.ts";
import { CookiesTable } from "./cookies-table.ts";
import { Copying } from "./copying.ts";
import { NetworkTable } from "./network-table.ts";
import { Tabs } from "../tabs.ts";
import type { BrowserView } from "../../browser/view.ts";

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
