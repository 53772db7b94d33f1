import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { expect, test } from "vitest";

import { milepost } from "../operator.ts";
import { serve } from "../../platform/support/served.ts";

test("what a player shows nobody else is tried with their own session", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hidden-player-"));
  const file = join(folder, "hidden.json");
  await using server = await serve(({ url, headers }, response) => {
    const isOwn = headers.cookie?.includes("sid=canary") === true;
    const answer = url.startsWith("/me") ? { membershipId: "7", name: "Ann" } : { data: { "1": {} } };
    response.writeHead(isOwn ? 200 : 403).end(JSON.stringify(isOwn ? answer : {}));
  });
  const profile = {
    id: "hidden",
    name: "Hidden",
    hosts: { portal: server.origin, api: "{portal}" },
    locale: { default: "en" },
    envelope: { kind: "bare" },
    cookies: { session: { name: "sid" } },
    operations: {
      "account.current": { path: "/me", class: "private" },
      progression: { path: "/progress/{id}" },
    },
    features: { private: true },
  };
  writeFileSync(file, JSON.stringify(profile));
  const { code, output } = await milepost(["profile", "check", file, "--live", "--cookies-from-stdin"], {
    env: { PLATFORM_API_KEY: "key" },
    stdin: Readable.from(["Cookie: sid=canary"]),
  });
  rmSync(folder, { recursive: true });
  expect(output).toMatch(/progression +answers +1 character, with the session alone/);
  expect(code).toBe(0);
});
