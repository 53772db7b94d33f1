import { remember, remembered } from "./place.ts";

/** Puts on the theme one chose; dark at first, as Discord. */
export function applyTheme() {
  document.documentElement.dataset["theme"] = remembered("theme") === "light" ? "light" : "dark";
}

/** Puts on the other one, and remembers it. */
export function switchTheme() {
  remember("theme", document.documentElement.dataset["theme"] === "light" ? "dark" : "light");
  applyTheme();
}
