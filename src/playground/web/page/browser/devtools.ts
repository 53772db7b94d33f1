import { fill, freshId, h } from "../dom.ts";
import { CookiesTable } from "./cookies-table.ts";
import { Copying } from "./copying.ts";
import { NetworkTable } from "./network-table.ts";
import type { BrowserView } from "../../browser/view.ts";

type Tool = "application" | "network";

const TOOLS = [
  ["application", "Application"],
  ["network", "Network"],
] as const;

/** The pretended developer tools of the pretended browser. */
export class DevTools {
  readonly copying;
  readonly cookies;
  readonly network;
  readonly body;
  readonly tabs;
  readonly element;
  #tool: Tool = "application";

  constructor() {
    this.copying = new Copying();
    this.cookies = new CookiesTable(this.copying);
    this.network = new NetworkTable(this.copying);
    const id = freshId("tool");
    this.body = h("div.tools-body", { role: "tabpanel", id });
    this.tabs = TOOLS.map(([tool, label]) =>
      h(
        "button.tab",
        {
          role: "tab",
          id: freshId("tool-tab"),
          "aria-controls": id,
          "data-tool": tool,
          onclick: () => this.#show(tool),
        },
        label,
      ),
    );
    this.element = h(
      "section.tools",
      { "aria-label": "Developer tools", hidden: true },
      h(
        "div.tools-tabs",
        { role: "tablist", "aria-label": "Developer tools", onkeydown: this.#arrows },
        this.tabs,
      ),
      this.body,
      this.copying.element,
    );
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
    this.#tool = tool;
    for (const tab of this.tabs) {
      const isActive = tab.dataset["tool"] === tool;
      tab.setAttribute("aria-selected", String(isActive));
      tab.tabIndex = isActive ? 0 : -1;
      if (isActive) this.body.setAttribute("aria-labelledby", tab.id);
    }
    fill(this.body, tool === "application" ? this.cookies.element : this.network.element);
  }

  #arrows = (event: KeyboardEvent) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const next = this.tabs.find((tab) => tab.dataset["tool"] !== this.#tool);
    next?.focus();
    next?.click();
  };
}
