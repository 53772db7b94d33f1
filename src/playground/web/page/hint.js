import { h } from "./dom.js";
import { icon } from "./icons.js";
import { remember, remembered } from "./place.js";

const EXAMPLES = ["trending", "milestones", "profile", "help"];
/** Examples that need to be told something: they open with this option. */
const ASKS = /** @type {Readonly<Record<string, string>>} */ ({ profile: "player" });

/**
 * The first steps: commands to run with one press. Undefined when it was closed before, or there is no command.
 * @param {readonly import("./composer/command-list.js").Entry[]} entries
 * @param {{run: (entry: import("./composer/command-list.js").Entry, option?: string) => void}} how
 */
export function firstSteps(entries, { run }) {
  if (remembered("hint") === "closed" || entries.length === 0) return undefined;
  const known = EXAMPLES.flatMap((name) => entries.filter((entry) => entry.label === name));
  const shown = known.length === 0 ? entries.slice(0, 3) : known;
  const close = () => {
    remember("hint", "closed");
    box.remove();
  };
  const box = h(
    "aside.hint",
    { "aria-label": "First steps" },
    h("p", {}, "New here? Type ", h("kbd", {}, "/"), " or try"),
    h(
      "div.hint-examples",
      {},
      shown.map((entry) =>
        h(
          "button.example",
          { type: "button", title: entry.description, onclick: () => run(entry, ASKS[entry.label]) },
          `/${entry.label}`,
        ),
      ),
    ),
    h(
      "button.icon-button",
      { type: "button", "aria-label": "Close the first steps", onclick: close },
      icon("close", 16),
    ),
  );
  return box;
}
