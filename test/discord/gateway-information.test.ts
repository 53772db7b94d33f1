import { describe, expect, it } from "vitest";

import { resumeUrl } from "../../src/discord/gateway/shard.ts";

const GATEWAY = "wss://gateway.discord.gg";

describe("the address a session is resumed at", () => {
  it.each([
    ["wss://gateway-us-east1-b.discord.gg", GATEWAY],
    ["ws://127.0.0.1:9/gateway", "ws://127.0.0.1:9/gateway"],
    ["ws://localhost:9/resume", "ws://localhost:9/gateway"],
  ])("is the one given: %s beside %s", (given, known) => {
    expect(resumeUrl(given, known)).toBe(given);
  });

  it.each([
    ["wss://gateway.example", GATEWAY],
    ["wss://discord.gg.example", GATEWAY],
    ["ws://gateway-us-east1-b.discord.gg", GATEWAY],
    ["https://gateway.discord.gg", GATEWAY],
    ["nonsense", GATEWAY],
    ["ws://127.0.0.1:8", "ws://127.0.0.1:9"],
    ["ws://10.0.0.1", "ws://127.0.0.1"],
    ["wss://evil.gg", "wss://gateway.gg"],
  ])("is the gateway's own where another is written down: %s beside %s", (given, known) => {
    expect(resumeUrl(given, known)).toBe(known);
  });
});
