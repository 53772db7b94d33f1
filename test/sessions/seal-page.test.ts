import { createHash } from "node:crypto";

import { generateX25519Identity } from "age-encryption";
import { beforeAll, describe, expect, it } from "vitest";

import { makeSealPage } from "./seal-page.ts";

let html: string;

beforeAll(async () => {
  html = await makeSealPage(await generateX25519Identity());
});

describe("the page that seals cookies", () => {
  it("is one file that names no address and is small", () => {
    expect(html.length).toBeLessThan(600_000);
    const [outside = ""] = html.split('<script id="given"');
    expect(outside).not.toMatch(/\b(?:src|href)=|@import|url\(/);
  });

  it("runs the one script its policy names, and may reach nothing", () => {
    const policy = /content="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(policy).toContain("default-src 'none'; connect-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = ""]) => script);
    expect(scripts).toHaveLength(1);
    const hash = createHash("sha256")
      .update(scripts[0] ?? "")
      .digest("base64");
    expect(policy).toContain(`script-src 'sha256-${hash}'`);
  });

  it("holds the platform's words as text, whatever is in them", () => {
    expect(html).not.toContain("</script><b>");
  });
});
