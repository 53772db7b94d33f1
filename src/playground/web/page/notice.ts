import { h } from "./dom.ts";
import { icon, iconButton } from "./icons.ts";
import type { Step } from "./panel/story.ts";

/** Says that Discord refused what the bot sent, and where the fault lies. */
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
