import { IncomingMessage } from "node:http";
import { Socket } from "node:net";

import { describe, expect, it } from "vitest";

import { noteAnswer, Requests } from "../../../src/playground/platform/requests.ts";

const json = (text: string) => ({
  status: 200,
  type: "application/json; charset=utf-8",
  body: Buffer.from(text),
});

function asked(url: string, headers: Record<string, string> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { method: "GET", url, headers });
}

const answered = (operation: string, content: Parameters<typeof noteAnswer>[1]["content"], ms = 1) => {
  const seen = new Requests().add(asked("/"), operation, 0);
  noteAnswer(seen, { status: 200, ms, content });
  return seen;
};

describe("requests as they are shown", () => {
  it("tell how long the answer took, to a tenth of a millisecond", () => {
    expect(answered("trending.list", json("{}"), 1.2345).ms).toBe(1.2);
    expect(answered("trending.list", undefined, 0.04).ms).toBe(0);
  });

  it("show the beginning of a JSON answer of an operation", () => {
    expect(answered("trending.list", json('{"a":1}')).body).toBe('{"a":1}');
    expect(answered("trending.list", json("x".repeat(5000))).body).toHaveLength(4000);
  });

  it.each([
    ["a page", "trending.list", { status: 200, type: "text/html", body: Buffer.from("<p>") }],
    ["a picture", "images", { status: 200, type: "image/png", body: Buffer.from("png") }],
    ["a step of a sign-in", "signIn.finish", json('{"access_token":"s"}')],
    ["a token", "account.token", json('{"token":"s"}')],
    ["a definition file", "files", json("{}")],
    ["an answer that was cut off", "trending.list", undefined],
  ])("show no body of %s", (_, operation, content) => {
    expect(answered(operation, content).body).toBeUndefined();
  });

  it("hide what could be a secret in the address and the headers", () => {
    const seen = new Requests().add(
      asked("/x?code=abc&q=ok&token=t%20t", { cookie: "portalatk=secret", accept: "text/html" }),
      "pages",
      0,
    );
    expect(seen.path).toBe("/x?code=[masked]&q=ok&token=[masked]");
    expect(seen.headers).toEqual({ cookie: "[16 characters]", accept: "text/html" });
  });

  it("are the last ones, and none of who steers the platform", () => {
    const requests = new Requests(2);
    for (const operation of ["a", "control", "b", "c"]) requests.add(asked("/"), operation, 0);
    expect(requests.list().map(({ operation, n }) => `${operation}${n}`)).toEqual(["b3", "c4"]);
    expect(requests.total).toBe(4);
  });

  it("are ordered by a clock that nobody moves", () => {
    const requests = new Requests();
    const ahead = requests.add(asked("/"), "a", Date.now() + 1e9);
    const back = requests.add(asked("/"), "b", Date.now() - 1e9);
    expect(back.at).toBeLessThan(ahead.at);
    expect(back.realAt).toBeGreaterThanOrEqual(ahead.realAt);
  });
});
