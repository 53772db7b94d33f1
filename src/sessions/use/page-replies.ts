import { ExpiringMap } from "../../base/async/expiring-map.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import type { Nodes } from "../../storage/nodes.ts";
import type { PageEnding, UnseenEnding, WaitingSecrets } from "./waiting-secrets.ts";

/** Shows the result of a sign-in in Discord; returns whether it is shown. */
type ShowEnding = (ending: PageEnding) => Promise<boolean>;

interface Page {
  readonly name: string;
  readonly memberId: string;
  readonly show: ShowEnding;
}

interface PageRepliesDeps {
  readonly clock: MonotonicClock;
  readonly log: Log;
  readonly nodes: Pick<Nodes, "onChange" | "hint">;
  readonly unseen: WaitingSecrets<UnseenEnding>;
}

const CHANGE = "page-endings";
/** As long as a page waits for its sign-in. */
const KEPT_MS = 10 * MINUTE_MS;

/**
 * Shows in Discord how sign-ins on the bot's own page ended. Only the process that replied can edit its reply; if it
 * can't, or is gone, the member's next press shows the result, in any process.
 */
export class PageReplies {
  readonly #deps: PageRepliesDeps;
  readonly #pages: ExpiringMap<Page>;
  readonly #stopListening: () => void;

  constructor(deps: PageRepliesDeps) {
    this.#deps = deps;
    this.#pages = new ExpiringMap({ clock: deps.clock, forMs: KEPT_MS });
    this.#stopListening = deps.nodes.onChange(CHANGE, () => void this.#showUnseen());
  }

  expect(page: Page): void {
    this.#pages.put(page.name, page);
  }

  /** Never rejects. */
  async show(memberId: string, ending: PageEnding, page: string): Promise<void> {
    const { unseen, nodes, log } = this.#deps;
    const own = this.#pages.take(page);
    if (own !== undefined && (await this.#isShown(own, ending))) return;
    try {
      await unseen.put(memberId, { ending, page });
      if (own === undefined) nodes.hint(CHANGE);
    } catch (error) {
      log.error("The end of a sign-in could not be kept for its member's next press", {}, error);
    }
  }

  close(): void {
    this.#stopListening();
  }

  /** Shows those that ended in another process. */
  async #showUnseen(): Promise<void> {
    const { unseen, log } = this.#deps;
    try {
      for (const page of this.#pages.values()) {
        const found = await unseen.get(page.memberId);
        if (found?.value.page !== page.name || !(await unseen.take(found))) continue;
        this.#pages.drop(page.name);
        if (!(await this.#isShown(page, found.value.ending))) await unseen.put(page.memberId, found.value);
      }
    } catch (error) {
      log.warn("The end of a sign-in could not be looked for; the next press shows it", {}, error);
    }
  }

  async #isShown({ show }: Page, ending: PageEnding): Promise<boolean> {
    return show(ending).catch((error: unknown) => {
      this.#deps.log.error("The end of a sign-in could not be shown", {}, error);
      return false;
    });
  }
}
