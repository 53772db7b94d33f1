import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

import { MilepostError } from "../../base/errors.ts";
import { escapeHtml } from "../../base/html.ts";
import type { WantedCookies } from "../../platform/cookie-rules.ts";

/** The data of one member's page, which it reads as JSON. */
export interface SealPageData {
  readonly wanted: WantedCookies;
  /** The bot's public key, `age1...`. */
  readonly recipient: string;
  readonly discordId: string;
  /** Of the platform's portal. */
  readonly origin: string;
  readonly texts: SealPageTexts;
}

/** The page's texts. The page fills in `{name}`, `{word}`, `{host}` and `{form}`. */
export interface SealPageTexts {
  /** A language tag. */
  readonly lang: string;
  readonly title: string;
  readonly noScript: string;
  readonly [name: string]: string | readonly string[] | Readonly<Record<string, string>>;
}

/** Long enough to copy it over. */
const LIFE_MS = 60 * 60 * 1000;
const WITHIN_MS = 20_000;

/**
 * Returns a maker of pages that seal cookies: single files for any browser, without network. Their script is the same
 * for all members and built on first use.
 */
export function createSealPages() {
  let script: Promise<string> | undefined;
  return {
    async make(data: SealPageData): Promise<Uint8Array> {
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

/** No white space between an element's tags and its text: the policy's hashes cover the text. */
function pageOf(script: string, data: SealPageData): Uint8Array {
  const { texts } = data;
  const style = readFileSync(new URL("page.css", import.meta.url), "utf8");
  const page = `<!doctype html>
<html lang="${escapeHtml(texts.lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policyOf(script, style))}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(texts.title)}</title>
<style>${style}</style>
</head>
<body>
<main><noscript>${escapeHtml(texts.noScript)}</noscript></main>
<script id="given" type="application/json">${escapeJson({ ...data, lifeMs: LIFE_MS })}</script>
<script>${script}</script>
</body>
</html>
`;
  return Buffer.from(page);
}

/** Returns a policy that allows only this script and style, and no requests. */
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

function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
