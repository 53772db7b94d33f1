import { fill, h } from "../dom.js";
import { control } from "./control.js";
import { action, actions, choice, group } from "./parts.js";

const PLAYERS = /** @type {const} */ ([
  ["0", "the first one"],
  ["1", "the second one"],
  ["2", "the third one"],
]);

/** The platform's players: sign one in and take the cookies along, as a browser would hold them. */
export class SessionGroup {
  /** @param {import("./parts.js").Notice} notice */
  constructor(notice) {
    this.notice = notice;
    this.player = choice("Player", PLAYERS);
    this.made = h("div");
    this.element = group(
      "Signed-in players",
      "For commands about one's own account: sign a player of the demo platform in and paste what comes into the bot's form.",
      this.player.element,
      actions(
        action("Sign in and show the cookies", () => this.#signIn()),
        action("End all sessions", () =>
          this.notice.tell(() => control("endSessions"), "All sessions are ended."),
        ),
      ),
      this.made,
    );
  }

  async #signIn() {
    await this.notice.tell(async () => {
      const session = await control("signIn", { player: Number(this.player.field.value) });
      const text = pasteOf(session);
      const box = h("textarea.cookies", { readonly: true, rows: 4, "aria-label": "Cookies", value: text });
      fill(
        this.made,
        box,
        actions(action("Copy", () => this.notice.tell(() => navigator.clipboard.writeText(text), "Copied."))),
      );
    }, "Signed in. These cookies are worth nothing outside this playground.");
  }
}

/** @param {{cookies: readonly {name: string, value: string}[]}} session */
function pasteOf({ cookies }) {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
