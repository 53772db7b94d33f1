import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

import { MilepostError } from "../../base/errors.ts";
import type { WantedCookies } from "../../platform/cookie-rules.ts";

/** What one member's page is made with. The page reads it as JSON. */
export interface SealPageData {
  readonly wanted: WantedCookies;
  /** The bot's public key, `age1...`. */
  readonly recipient: string;
  readonly discordId: string;
  /** Origin of the platform's portal. */
  readonly origin: string;
  readonly texts: SealPageTexts;
}

/** Words of the page. `{name}`, `{word}`, `{host}` and `{form}` are put in by the page itself. */
export interface SealPageTexts {
  /** A language tag. */
  readonly lang: string;
  readonly title: string;
  readonly noScript: string;
  readonly [name: string]: string | readonly string[] | Readonly<Record<string, string>>;
}

/** Makes pages that seal cookies: each one file, for any browser, without a network. */
export interface SealPages {
  make(data: SealPageData): Promise<Uint8Array>;
}

/** Time enough to copy it over. */
const LIFE_MS = 60 * 60 * 1000;
const WITHIN_MS = 20_000;

/** The script is the same for all members and made at the first need. */
export function createSealPages(): SealPages {
  let script: Promise<string> | undefined;
  return {
    async make(data) {
      script ??= buildScript();
      try {
        return pageOf(await script, data);
      } catch (error) {
        script = undefined;
        throw error;
      }
    },
  };
}

async function buildScript(): Promise<string> {
  const worker = new Worker(new URL("build-script.ts", import.meta.url), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: {},
  });
  try {
    const [script] = (await once(worker, "message", { signal: AbortSignal.timeout(WITHIN_MS) })) as [string];
    if (/<\/script|<!--/i.test(script)) throw new RangeError("the script would end before its end");
    return script;
  } catch (error) {
    throw new MilepostError("internal", { reason: "the sealing page could not be made" }, { cause: error });
  } finally {
    await worker.terminate();
  }
}

function pageOf(script: string, { texts, ...data }: SealPageData): Uint8Array {
  const style = readPart("page.css");
  const given = { ...data, texts, lifeMs: LIFE_MS };
  const parts: Readonly<Record<string, string>> = {
    lang: escapeHtml(texts.lang),
    title: escapeHtml(texts.title),
    noScript: escapeHtml(texts.noScript),
    policy: escapeHtml(policyOf(script, style)),
    style,
    given: escapeJson(given),
    script,
  };
  const page = readPart("page.html").replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? "");
  return Buffer.from(page);
}

/** Nothing is loaded, nothing is sent: only this script and this style run. */
function policyOf(script: string, style: string): string {
  return [
    "default-src 'none'",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "require-trusted-types-for 'script'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function readPart(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

/** JSON that can't end the element it stands in. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
