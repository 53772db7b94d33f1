import { type ChildProcess, fork } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

import { Semaphore } from "../base/async/semaphore.ts";
import { unlessAborted } from "../base/async/unless-aborted.ts";
import { withDeadline } from "../base/async/deadline.ts";
import { MINUTE_MS } from "../base/duration.ts";
import { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { packageRoot } from "../base/package-root.ts";
import { type CardFiles, PictureCache } from "./picture-cache.ts";
import type { DrawnCard, KeptFiles, Pictures } from "./pictures.ts";
import type { DrawAnswer, DrawRequest } from "./process.ts";
import type { Card } from "./card.ts";

interface DrawerOptions {
  readonly log: Log;
  /** The program that draws. */
  readonly program?: string;
  readonly idleMs?: number;
  readonly withinMs?: number;
  /** Where public cards outlive the process. */
  readonly files?: KeptFiles | undefined;
}

const IDLE_MS = 5 * MINUTE_MS;
/** The requester has sent words by then; a process that takes this long hangs. */
const WITHIN_MS = 10_000;
const MOST_WAITING = 16;
const DEFAULTS = {
  program: join(packageRoot, "src/pictures/process.ts"),
  idleMs: IDLE_MS,
  withinMs: WITHIN_MS,
};

/**
 * Draws cards in a separate process, one after another. It starts with the first card, stops after five idle minutes
 * and is restarted if it dies, so that a picture that kills it costs only its own card. It gets none of the bot's
 * environment.
 */
export class Drawer implements Pick<Pictures, "kept" | "draw"> {
  readonly #options: DrawerOptions & typeof DEFAULTS;
  readonly #line = new Semaphore({ running: 1, waiting: MOST_WAITING });
  readonly #cache: PictureCache;
  #process: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(options: DrawerOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#cache = new PictureCache(cardFiles(this.#options));
  }

  /** The drawing process's id; undefined while there is none. */
  get processId(): number | undefined {
    return this.#process?.pid;
  }

  async prepare(need?: "perhaps"): Promise<void> {
    if (need === "perhaps" && (await this.#cache.isLikely())) return;
    this.#process ??= this.#start();
    this.#idle ??= this.#endWhenIdle();
  }

  async kept(outline: Card): Promise<DrawnCard | undefined> {
    return this.#cache.find(outline);
  }

  async draw(card: Card, signal: AbortSignal, outline = card): Promise<DrawnCard> {
    return this.#cache.get(outline, (wanted) => this.#drawInLine(card, wanted), signal);
  }

  /** Ends the process; the next card starts a new one. */
  close(): void {
    clearTimeout(this.#idle);
    this.#idle = undefined;
    this.#process?.kill("SIGKILL");
    this.#process = undefined;
  }

  async #drawInLine(card: Card, signal: AbortSignal): Promise<DrawnCard> {
    const slot = this.#line.reserve();
    if (slot === undefined) throw new MilepostError("busy", { reason: "too many pictures wait" });
    try {
      if (slot.started !== undefined) await unlessAborted(slot.started, signal);
      signal.throwIfAborted();
    } catch (error) {
      slot.end();
      throw error;
    }
    // Finished even if the requester left, so that the next card finds an idle process.
    return unlessAborted(
      this.#drawNow(card).finally(() => slot.end()),
      signal,
    );
  }

  async #drawNow(card: Card): Promise<DrawnCard> {
    clearTimeout(this.#idle);
    try {
      return await withDeadline({ ms: this.#options.withinMs, late }, (signal) => this.#ask(card, signal));
    } finally {
      this.#idle = this.#endWhenIdle();
    }
  }

  #endWhenIdle(): NodeJS.Timeout {
    return setTimeout(() => this.close(), this.#options.idleMs).unref();
  }

  #ask(card: Card, signal: AbortSignal): Promise<DrawnCard> {
    const child = (this.#process ??= this.#start());
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        child.off("message", onAnswer).off("exit", onExit);
        end();
      };
      const onAnswer = (answer: DrawAnswer) => {
        if (answer.id !== id) return;
        const { id: _id, ...drawn } = answer;
        settle(() => ("failure" in drawn ? reject(undrawable(drawn.failure)) : resolve(drawn)));
      };
      const onExit = () => settle(() => reject(undrawable("the drawing process ended")));
      child.on("message", onAnswer).on("exit", onExit);
      signal.addEventListener("abort", () => this.#abandon(child), { once: true });
      child.send({ id, card } satisfies DrawRequest, (error) => error !== null && onExit());
    });
  }

  #start(): ChildProcess {
    const child = fork(this.#options.program, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--max-semi-space-size=1"],
      env: { MALLOC_ARENA_MAX: "1", NODE_COMPILE_CACHE: join(packageRoot, "node_modules/.cache/milepost") },
    });
    child.on("error", (error) => this.#options.log.error("The drawing process failed", {}, error));
    child.on("exit", (status, signal) => {
      if (this.#process !== child) return;
      this.#process = undefined;
      this.#options.log.warn("The drawing process ended; the next picture starts it anew", {
        reason: signal ?? String(status),
      });
    });
    // The process never keeps the bot from exiting.
    child.unref();
    child.channel?.unref();
    return child;
  }

  #abandon(child: ChildProcess): void {
    if (this.#process === child) this.#process = undefined;
    child.kill("SIGKILL");
  }
}

/** Sources change without a mark that their first file could tell: what they draw stays in memory. */
function cardFiles({
  files,
  program,
}: Pick<DrawerOptions, "files"> & typeof DEFAULTS): CardFiles | undefined {
  const stat = statSync(program, { throwIfNoEntry: false });
  if (files === undefined || stat === undefined || program.endsWith(".ts")) return undefined;
  return { files, drawnBy: `${program} ${stat.size} ${stat.mtimeMs}` };
}

const late = () => undrawable("the drawing process hangs");

function undrawable(reason: string): MilepostError {
  return new MilepostError("internal", { reason });
}
