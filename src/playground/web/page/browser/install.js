import { h } from "../dom.js";
import { icon } from "../icons.js";
import { readPlace } from "../place.js";
import { OPEN_FILE } from "./open-button.js";
import { BrowserWindow } from "./window.js";

/**
 * Puts the pretended browser into the page, and a button for it into the bar.
 * @param {import("../app.js").App} app
 */
export function installBrowser(app) {
  const window = new BrowserWindow(() => {
    // The address tells first whom one became.
    const { person } = readPlace();
    return app.directory.people.find(({ id }) => id === person) ?? app.me;
  });
  const label = "Your browser";
  const title = "Your browser: sign in at the pretended platform and copy cookies";
  const onclick = () => window.toggle();
  app.frame.panelButton.before(
    h("button.icon-button", { type: "button", "aria-label": label, title, onclick }, icon("globe")),
  );
  document.head.append(h("link", { rel: "stylesheet", href: "browser/browser.css" }));
  document.body.append(window.element);
  addEventListener("hashchange", () => window.follow());
  document.addEventListener(OPEN_FILE, (event) => {
    if (event instanceof CustomEvent) void window.openFile(event.detail);
  });
}
