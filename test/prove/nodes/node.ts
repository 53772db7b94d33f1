import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

import { startArguments } from "../../support/bot-harness.ts";
import { type Cutter, openCutter } from "../../support/cut-connections.ts";
import { type Program, startProgram } from "../../support/program.ts";
import { FaultProxy } from "../fault-proxy.ts";
import type { Random } from "../random.ts";

const STARTED_WITHIN_MS = 40_000;
const LISTENS = /"address":"([^"]+)".*"Listening for interactions"/;

/** A request to post a message, as it came out of a node. */
export interface SeenPost {
  readonly node: string;
  readonly at: number;
}

export interface NodeOptions {
  readonly name: string;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly discordUrl: string;
  /** What all nodes have in common. */
  readonly env: Readonly<Record<string, string>>;
  /** How far its clock is ahead. */
  readonly aheadMs: number;
  readonly random: Random;
  readonly onPost: (post: SeenPost) => void;
  /** Called whenever its address has changed. */
  readonly onMoved: () => void;
}

/** One of the processes on a database, with its own way there, its own way to Discord, and its own clock. */
export class Node {
  readonly name: string;
  /** Since when it listens undisturbed, by the time on the wall; undefined: it does not. */
  upSince: number | undefined;
  /** When it did so before, from and until. */
  readonly wasUp: (readonly [from: number, until: number])[] = [];
  /** Where it takes interactions; undefined while it does not run. */
  address: string | undefined;
  readonly #options: NodeOptions;
  readonly #cutter: Cutter;
  readonly #proxy: FaultProxy;
  readonly #apiUrl: string;
  readonly #outputs: Program[] = [];
  #program: Program | undefined;
  #isEnding = false;
  /** How often it ended though nobody ended it: while it ran, and while it started, as it does without its database. */
  readonly ownEnds = { running: 0, starting: 0 };

  static async open(options: NodeOptions): Promise<Node> {
    const { name, discordUrl, random, onPost } = options;
    const url = new URL(options.databaseUrl);
    // The server knows by this who says something.
    url.searchParams.set("application_name", name);
    const meets = (method: string, at: string) => {
      if (method === "POST" && /\/channels\/\d+\/messages$/.test(at)) onPost({ node: name, at: Date.now() });
      return false;
    };
    const proxy = new FaultProxy({ to: new URL(discordUrl).origin, random, meets });
    return new Node(options, await openCutter(url.href), proxy, `${await proxy.open()}/api`);
  }

  private constructor(options: NodeOptions, cutter: Cutter, proxy: FaultProxy, apiUrl: string) {
    this.name = options.name;
    this.#options = options;
    this.#cutter = cutter;
    this.#proxy = proxy;
    this.#apiUrl = apiUrl;
    this.setAhead(options.aheadMs);
  }

  /** Resolves once it listens. One that ends by itself is started again. */
  async start(): Promise<void> {
    this.#isEnding = false;
    const program = startProgram(
      ["--import", "./test/prove/settable-date.js", ...startArguments()],
      this.#env(),
    );
    this.#program = program;
    this.#outputs.push(program);
    const hasStarted = this.#untilListening(program);
    void program.exited.then(() => this.#hasEnded(program));
    await hasStarted;
  }

  /** What the node's processes printed. */
  output(): string {
    return this.#outputs.map((one) => one.output()).join("");
  }

  get isRunning(): boolean {
    return this.#program !== undefined;
  }

  setAhead(ms: number): void {
    writeFileSync(`${this.#aheadFile}.new`, String(ms));
    renameSync(`${this.#aheadFile}.new`, this.#aheadFile);
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** In good order; gives the exit code. */
  async stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  /** SIGSTOP; gives what lets it go on. */
  freeze(): () => void {
    const program = this.#program;
    this.#isAway();
    this.#signal(program, "SIGSTOP");
    return () => {
      this.#signal(program, "SIGCONT");
      if (program === this.#program && this.address !== undefined) this.#isUp();
    };
  }

  /** Its network to the database goes away without a word; gives what brings one back. */
  loseDatabase(): () => void {
    this.#isAway();
    this.#cutter.silence();
    return () => {
      this.#cutter.listen();
      if (this.address !== undefined) this.#isUp();
    };
  }

  /** Its next commit is the last that its connection says. */
  cutCommit(when: "before" | "after"): void {
    this.#cutter.cutOnce("commit", when);
  }

  async close(): Promise<void> {
    await this.kill();
    await this.#cutter.close();
    await this.#proxy.close();
  }

  get #aheadFile(): string {
    return path.join(this.#options.folder, `${this.name}.ahead`);
  }

  #env(): Readonly<Record<string, string>> {
    const { env } = this.#options;
    return {
      ...env,
      DATABASE_URL: this.#cutter.url,
      DISCORD_API_URL: this.#apiUrl,
      MILEPOST_KEYRING_FILE: this.#keyring(),
      MILEPOST_TEST_AHEAD_FILE: this.#aheadFile,
    };
  }

  /** Each has a copy of what the first one made. */
  #keyring(): string {
    const { folder } = this.#options;
    const own = path.join(folder, "keys", this.name, "keyring");
    const made = path.join(folder, "keys", "node-1", "keyring");
    mkdirSync(path.dirname(own), { recursive: true, mode: 0o700 });
    if (!existsSync(own) && existsSync(made)) copyFileSync(made, own);
    return own;
  }

  async #untilListening(program: Program): Promise<void> {
    const [, address] = await program.line(LISTENS, STARTED_WITHIN_MS).catch(() => []);
    if (program !== this.#program) return;
    // Whoever starts programs would lose patience, too.
    if (address === undefined) return void program.end("SIGKILL");
    this.address = address;
    this.#isUp();
    this.#options.onMoved();
  }

  #hasEnded(program: Program): void {
    if (program !== this.#program || this.#isEnding) return;
    if (this.address === undefined) this.ownEnds.starting += 1;
    else this.ownEnds.running += 1;
    this.#isDown();
    void this.start();
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const program = this.#program;
    this.#isEnding = true;
    this.#isDown();
    return (await program?.end(signal)) ?? null;
  }

  #isUp(): void {
    this.#isAway();
    this.upSince = Date.now();
  }

  #isAway(): void {
    if (this.upSince !== undefined) this.wasUp.push([this.upSince, Date.now()]);
    this.upSince = undefined;
  }

  #isDown(): void {
    this.#program = undefined;
    this.#isAway();
    this.address = undefined;
    this.#options.onMoved();
  }

  #signal(program: Program | undefined, signal: NodeJS.Signals): void {
    // The child of a program that ended has no number any more; it is not somebody else's.
    if (program !== undefined && program === this.#program) process.kill(program.pid, signal);
  }
}
