import { type ChildProcess, spawn } from "node:child_process";

/** A process that is started before it is wanted, begins when told to, and is killed. */
export class Spare {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #started: Promise<void>;
  readonly #lines: string[] = [];
  #rest = "";

  constructor(args: readonly string[]) {
    this.#child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdin?.on("error", () => {});
    this.#ended = new Promise((resolve) => this.#child.once("close", () => resolve()));
    this.#started = new Promise((resolve) => {
      this.#child.stdout?.on("data", (chunk: Buffer) => {
        this.#hear(chunk.toString());
        if (this.#lines.includes("started")) resolve();
      });
    });
  }

  begin(): void {
    this.#child.stdin?.write("begin\n");
  }

  /** Resolves when it has started, or ended before. */
  async started(): Promise<void> {
    await Promise.race([this.#started, this.#ended]);
  }

  /** `kill -9`; gives every line it had printed whole. */
  async kill(): Promise<readonly string[]> {
    this.#child.kill("SIGKILL");
    await this.#ended;
    return this.#lines;
  }

  #hear(text: string): void {
    const parts = (this.#rest + text).split("\n");
    this.#rest = parts.pop() ?? "";
    this.#lines.push(...parts);
  }
}
