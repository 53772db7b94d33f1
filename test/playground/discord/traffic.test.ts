import { describe, expect, it } from "vitest";

import { systemClock } from "../../../src/base/clock.ts";
import { Traffic } from "../../../src/playground/discord/traffic.ts";

describe("the record of what passed", () => {
  it("tells only the length of what a person wrote into a form", () => {
    const traffic = new Traffic(systemClock, []);
    const value = 'session="secret-cookie"';
    const body = JSON.stringify({
      d: { type: 5, token: "t", data: { custom_id: "link", components: [{ value }] } },
    });
    traffic.add({ from: "discord", over: "gateway", what: "INTERACTION_CREATE", bytes: body.length, body });
    const [entry] = traffic.read({});
    expect(entry?.body).not.toContain("secret-cookie");
    expect(entry?.body).toMatch(/"value":"\[\d+ characters\]"/);
    expect(entry?.body).toContain('"custom_id":"link"');
  });

  it("does so also when the body was cut in the middle of it", () => {
    const traffic = new Traffic(systemClock, []);
    const body = `{"d":{"type":5,"token":"t","data":{"components":[{"value":"${"secret".repeat(1000)}"}]}}}`;
    traffic.add({ from: "discord", over: "gateway", what: "INTERACTION_CREATE", bytes: body.length, body });
    expect(traffic.read({})[0]?.body).not.toContain("secret");
  });
});
