import { h } from "./dom.ts";
import { icon, iconButton } from "./icons.ts";
import type { Step } from "./panel/story.ts";
import type { Notification } from "./visit.ts";

export function refusalNotice(step: Step, show: () => void) {
  const [what = "", ...paths] = step.faults;
  const box = h(
    "div.refusal",
    { role: "alert" },
    icon("warning", 18),
    h(
      "div.refusal-text",
      h("p", h("strong", "Discord refused what the bot sent. "), what),
      h("p", h("code", step.technical)),
      paths.length > 0 &&
        h(
          "ul",
          paths.slice(0, 4).map((path) => h("li", h("code", path))),
        ),
      h("button.link", { onclick: () => (box.remove(), show()) }, "Show the requests"),
    ),
    iconButton("Dismiss", "close", () => box.remove(), 16),
  );
  return box;
}

/** Returns a notification as a phone's lock screen shows it: a message's text without cards. */
export function phoneNotice({ title, text }: Notification, open: () => void) {
  const box = h(
    "div.phone-notice",
    { role: "status" },
    icon("message", 18),
    h(
      "div.refusal-text",
      h("p", h("strong", title)),
      text === "" ? h("p.empty", "This message has no text.") : h("p", text),
      h("button.link", { onclick: () => (box.remove(), open()) }, "Open message"),
    ),
    iconButton("Dismiss", "close", () => box.remove(), 16),
  );
  return box;
}
