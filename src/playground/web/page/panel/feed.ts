import { call } from "../api.ts";
import { platformState, type SeenRequest } from "./control.ts";
import { story, type Step } from "./story.ts";
import type { TrafficEntry } from "../../../discord/local-api.ts";

const WATCHED_MS = 700;
const UNWATCHED_MS = 4_000;
const MOST = 400;

/** Reads recent traffic: often while it is shown, else rarely, and never in a hidden tab. */
export class Feed {
  #traffic: TrafficEntry[] = [];
  #requests: SeenRequest[] = [];
  #isWatched = false;
  #isAsking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onSteps;
  #clearedAt = 0;

  constructor(onSteps: (steps: Step[]) => void) {
    this.#onSteps = onSteps;
    document.addEventListener("visibilitychange", () => this.#ask());
  }

  start() {
    void this.#ask();
  }

  watch(isWatched: boolean) {
    this.#isWatched = isWatched;
    if (isWatched) void this.#ask();
  }

  /** Hides everything up to now. */
  clear() {
    this.#clearedAt = Math.max(0, ...this.steps.map((step) => step.realAt)) + 0.001;
    this.#onSteps(this.steps);
  }

  get steps() {
    return story(this.#traffic, this.#requests).filter((step) => step.realAt >= this.#clearedAt);
  }

  async #ask() {
    clearTimeout(this.#timer);
    if (document.hidden || this.#isAsking) return;
    this.#isAsking = true;
    try {
      if (await this.#read()) this.#onSteps(this.steps);
    } catch {
      // The page itself says when the playground is gone.
    } finally {
      this.#isAsking = false;
      this.#timer = setTimeout(() => this.#ask(), this.#isWatched ? WATCHED_MS : UNWATCHED_MS);
    }
  }

  async #read() {
    const after = this.#traffic.at(-1)?.n ?? 0;
    const fresh = await call("traffic", { after, limit: MOST });
    this.#traffic = [...this.#traffic, ...fresh].slice(-MOST);
    if (!this.#isWatched) return fresh.length > 0;
    const before = this.#requests.at(-1);
    // Without a platform, shows only the local Discord's traffic.
    const last100 = await platformState().then(
      ({ requests }) => requests.last,
      () => [],
    );
    const known = new Set(last100.map(keyOf));
    this.#requests = [...this.#requests.filter((each) => !known.has(keyOf(each))), ...last100].slice(-MOST);
    const last = this.#requests.at(-1);
    return fresh.length > 0 || before?.n !== last?.n || before?.status !== last?.status;
  }
}

function keyOf({ platform, n }: SeenRequest) {
  return `${platform} ${n}`;
}
