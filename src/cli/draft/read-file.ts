import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { Worker } from "node:worker_threads";

import { systemCode } from "../../base/system-code.ts";
import { parseFault, parseJson } from "../../platform/json/parse.ts";

/** What a file holds, or why it can't be read. */
export type FileReading = { readonly value: unknown; readonly size: number } | { readonly fault: string };

const LARGEST_BYTES = 8 * 1024 * 1024;
const READY_WITHIN_MS = 30_000;
const YAML_MS = 1_500;
/** The parser takes up to three microseconds for a character, on a machine that does something else too. */
const YAML_MS_PER_CHARACTER = 0.006;

/** Reads files of JSON or YAML; integers beyond 2^53 become text. */
export class FileReader {
  #worker: Worker | undefined;

  async read(file: string): Promise<FileReading> {
    let text: string;
    try {
      if (statSync(file).size > LARGEST_BYTES) return { fault: `${file} is larger than 8 MB.` };
      text = readFileSync(file, "utf8");
    } catch (error) {
      return { fault: `${file} can't be read (${systemCode(error) ?? "unknown"}).` };
    }
    if (!/^\uFEFF?\s*[{[]/.test(text)) return this.#readYaml(file, text);
    try {
      return { value: parseJson(text), size: text.length };
    } catch (error) {
      const fault = parseFault(error);
      // YAML may begin with a bracket, too.
      return fault === "not JSON" ? this.#readYaml(file, text) : { fault: `${file}: ${fault}.` };
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  /** What the worker takes to begin is nobody's fault. */
  async #open(): Promise<Worker> {
    if (this.#worker !== undefined) return this.#worker;
    this.#worker = new Worker(new URL("yaml-worker.ts", import.meta.url), { env: {} });
    await once(this.#worker, "message", { signal: AbortSignal.timeout(READY_WITHIN_MS) });
    return this.#worker;
  }

  /** Only an object or a list counts: any text is YAML. */
  async #readYaml(file: string, text: string): Promise<FileReading> {
    try {
      const worker = await this.#open();
      const signal = AbortSignal.timeout(Math.ceil(YAML_MS + text.length * YAML_MS_PER_CHARACTER));
      const read = once(worker, "message", { signal });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage(text);
      const [answer] = (await read) as readonly ({ readonly value: unknown } | { readonly fault: string })[];
      if (
        answer !== undefined &&
        "value" in answer &&
        typeof answer.value === "object" &&
        answer.value !== null
      )
        return { value: answer.value, size: text.length };
      const why = answer !== undefined && "fault" in answer ? ` (${answer.fault})` : "";
      return { fault: `${file} is neither JSON nor YAML${why}.` };
    } catch (error) {
      await this.close();
      const isLate = error instanceof Error && error.name === "AbortError";
      return { fault: `${file} ${isLate ? "takes too long to read" : "can't be read as YAML"}.` };
    }
  }
}
