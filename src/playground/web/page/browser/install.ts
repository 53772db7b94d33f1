import { h } from "../dom.ts";
import { icon } from "../icons.ts";
import { readPlace } from "../place.ts";
import { OPEN_FILE } from "../components/file.ts";
import { BrowserWindow } from "./window.ts";
import type { App } from "../app.ts";

/** Adds the simulated browser to the page, and its button to the bar. */
export function installBrowser(app: App) {
  const window = new BrowserWindow(() => {
    // The address changes before anything else.
    const { person } = readPlace();
    return app.visit.directory.people.find(({ id }) => id === person) ?? app.visit.me;
  });
  const label = "Your browser";
  const title = "Your browser: sign in at the demo platform and copy cookies";
  const onclick = () => window.toggle();
  app.frame.bar.panelButton.before(
    h("button.icon-button", { "aria-label": label, title, onclick }, icon("globe")),
  );
  document.head.append(h("link", { rel: "stylesheet", href: "browser/browser.css" }));
  document.body.append(window.element);
  addEventListener("hashchange", () => window.follow());
  document.addEventListener(OPEN_FILE, (event) => {
    if (event instanceof CustomEvent) void window.openFile(event.detail);
  });
  // Runs before the link is followed: in a real browser the simulated sign-in would lead nowhere.
  document.addEventListener("click", (event) => {
    const address = siteLinkOf(event);
    if (address === undefined) return;
    event.preventDefault();
    void window.visit(address);
  });
}

/** Returns the address of a clicked link to the embedded platform: on this machine, but not the page's own. */
function siteLinkOf({ target, ctrlKey, metaKey, shiftKey, button }: MouseEvent) {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || ctrlKey || metaKey || shiftKey || button !== 0)
    return undefined;
  const { protocol, hostname, origin, href } = new URL(link.href);
  const isHere = protocol === "http:" && /^(127\.|localhost$)/.test(hostname) && origin !== location.origin;
  return isHere ? href : undefined;
}
