import { post } from "../api.ts";
import { fill, h } from "../dom.ts";
import { action, actions, choice, group, type Notice } from "./parts.ts";

const PLAYERS = [
  ["0", "the first one"],
  ["1", "the second one"],
  ["2", "the third one"],
] as const;

/** Signs in players of the platform and shows their cookies, as a browser has them. */
export class SessionGroup {
  readonly notice;
  readonly element;
  readonly player = choice("Player", PLAYERS);
  readonly made = h("div");

  constructor(notice: Notice) {
    this.notice = notice;
    this.element = group(
      "Signed-in players",
      "For commands about your own account: sign in a demo player and paste the cookies into /link.",
      this.player.element,
      actions(
        action("Sign in and show the cookies", () => this.#signIn()),
        action("End all sessions", () =>
          this.notice.tell(() => post("platform/endSessions"), "All sessions ended."),
        ),
      ),
      this.made,
    );
  }

  async #signIn() {
    await this.notice.tell(async () => {
      const session = await post("platform/signIn", { player: Number(this.player.field.value) });
      const text = pasteOf(session);
      const box = h("textarea.cookies", { readonly: true, rows: 4, "aria-label": "Cookies", value: text });
      fill(
        this.made,
        box,
        actions(action("Copy", () => this.notice.tell(() => navigator.clipboard.writeText(text), "Copied."))),
      );
    }, "Signed in. These cookies only work in this playground.");
  }
}

function pasteOf({ cookies }: { cookies: readonly { name: string; value: string }[] }) {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
