import { describe, expect, it } from "vitest";

import type { TrafficEntry } from "../../../../src/playground/discord/local-api.ts";
import type { SeenRequest } from "../../../../src/playground/web/page/panel/control.ts";
import { isRefused, readable, story } from "../../../../src/playground/web/page/panel/story.ts";

function traffic(entry: Partial<TrafficEntry>): TrafficEntry {
  const at = entry.at ?? 1000;
  return { n: 1, at, realAt: at, from: "bot", over: "http", what: "GET /gateway/bot", bytes: 0, ...entry };
}

function request(seen: Partial<SeenRequest>): SeenRequest {
  const headers = { "user-agent": "Mozilla/5.0 (compatible; Milepost/0.1.0)" };
  return {
    n: 1,
    at: 1000,
    realAt: seen.at ?? 1000,
    platform: "neutral",
    method: "GET",
    host: "",
    path: "/x",
    operation: "trending.list",
    headers,
    ...seen,
  };
}

function interaction(type: number, data: object): TrafficEntry {
  const user = { global_name: "Mara Voss" };
  const body = JSON.stringify({ t: "INTERACTION_CREATE", d: { type, token: "***", member: { user }, data } });
  return traffic({ from: "discord", over: "gateway", what: "INTERACTION_CREATE", body });
}

const titleOf = (entry: TrafficEntry) => story([entry], [])[0]?.title;

describe("the story of the requests", () => {
  it.each([
    [2, { name: "trending", type: 1 }, "Mara Voss used /trending"],
    [3, { custom_id: "x", component_type: 2 }, "Mara Voss pressed a button"],
    [3, { custom_id: "x", component_type: 3 }, "Mara Voss chose from a menu"],
    [4, { name: "profile", type: 1 }, "Mara Voss is typing into /profile"],
    [5, { custom_id: "x" }, "Mara Voss submitted a form"],
  ])("says what a person did: interaction %i %o", (type, data, title) => {
    expect(titleOf(interaction(type, data))).toBe(title);
  });

  it.each([
    ["POST /interactions/1/***/callback", '{"type":5}', "Acknowledges: the answer will follow"],
    ["POST /interactions/1/***/callback", '{"type":9}', "Opens a form"],
    ["PATCH /webhooks/1/***/messages/@original", "{}", "Fills in its answer"],
    ["POST /channels/1/messages", "{}", "Posts a message"],
    ["GET /something/new", "", "GET /something/new"],
  ])("says what the bot asks of Discord: %s", (what, body, title) => {
    expect(titleOf(traffic({ what, body }))).toBe(title);
  });

  it("orders calls by when they began, though they are recorded when they end", () => {
    const slow = traffic({ n: 1, at: 2000, ms: 900, what: "POST /channels/1/messages" });
    const steps = story([slow], [request({ at: 1500 })]);
    expect(steps.map((step) => step.to)).toEqual(["discord", "platform"]);
  });

  it("names the paths of what Discord refused", () => {
    const refused = { code: 50035, message: "Invalid Form Body", paths: ["data.content: too long"] };
    const [step] = story([traffic({ status: 400, refused })], []);
    expect(step).toMatchObject({
      isBad: true,
      faults: ["50035 Invalid Form Body", "data.content: too long"],
    });
  });

  it("raises no alarm where the bot only looked whether it sees a channel", () => {
    const refused = { code: 50001, message: "Missing Access", paths: [] };
    const isAlarm = (what: string) => story([traffic({ status: 403, what, refused })], []).map(isRefused);
    expect(isAlarm("GET /channels/730000000000000005")).toEqual([false]);
    expect(isAlarm("POST /channels/730000000000000005/messages")).toEqual([true]);
  });

  it("knows the bot's requests to the platform from pictures and from people", () => {
    const steps = story(
      [],
      [
        request({}),
        request({ operation: "images", headers: {} }),
        request({ operation: "signIn", headers: {} }),
      ],
    );
    expect(steps.map(({ from, kind }) => [from, kind])).toEqual([
      ["bot", "call"],
      ["discord", "picture"],
      ["person", "call"],
    ]);
  });

  it("indents a body that is whole, and leaves a cut one as it came", () => {
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readable('{"a":')).toBe('{"a":');
  });
});
