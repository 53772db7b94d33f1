import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { quietClient } from "../support/quiet-client.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let close = closing.pop(); close !== undefined; close = closing.pop()) await close();
});

/** What a client makes of a file with this text. */
async function fileOf(text: string) {
  const server = createServer((_request, response) => response.end(text));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => void server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const profile = loadProfile("neutral", { baseUrl: `http://127.0.0.1:${port}` });
  const client = quietClient({ profile, clock: systemClock });
  closing.push(() => client.close());
  return client.definitionsFile({ address: "/file.json" });
}

const record = (hash: number) => ({
  hash,
  displayProperties: { name: `n${hash}` },
  completionValue: 4,
  more: "x".repeat(400),
});
const large = JSON.stringify(
  Object.fromEntries(Array.from({ length: 3_000 }, (_, hash) => [hash, record(hash)])),
);

describe("a large file of definitions", () => {
  it("has every record, with the members that are shown alone", async () => {
    const file = await fileOf(large);
    expect(Object.keys(file)).toHaveLength(3_000);
    expect(file["2999"]).toEqual({ hash: 2_999, displayProperties: { name: "n2999" }, completionValue: 4 });
  });

  it("may begin with a byte order mark and white space", async () => {
    const file = await fileOf(`\uFEFF\r\n ${large}`);
    expect(file["2999"]).toEqual({ hash: 2_999, displayProperties: { name: "n2999" }, completionValue: 4 });
  });

  it("is one clear error when it was cut", async () => {
    await expect(fileOf(large.slice(0, -1))).rejects.toThrow(
      /platform-answer: operation=definitions.file.*not JSON/,
    );
  });

  it("loses one record when one breaks the schema", async () => {
    const file = await fileOf(large.replace('"displayProperties":{"name":"n7"}', '"displayProperties":7'));
    expect(Object.keys(file)).toHaveLength(2_999);
    expect(file["7"]).toBeUndefined();
  });

  it("loses one record of a list when its hash is a list, however deep", async () => {
    const deep = `{"hash":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const list = JSON.stringify(Array.from({ length: 3_000 }, (_, hash) => record(hash)));
    const file = await fileOf(list.replace("[", `[${deep},`));
    expect(Object.keys(file)).toHaveLength(3_000);
  });

  it("is one clear error when no record could be read", async () => {
    const broken = large.replaceAll(/"displayProperties":\{.*?\}/g, '"displayProperties":7');
    await expect(fileOf(broken)).rejects.toThrow(/platform-answer: .*none of its records could be read/);
  });

  it("leaves out keys that are no hashes", async () => {
    const file = await fileOf(large.replace('{"0":', '{"__proto__":{"hash":1},"note":{"hash":2},"0":'));
    expect(Object.keys(file)).toHaveLength(3_000);
    expect(Object.getPrototypeOf(file)).toBe(Object.prototype);
  });

  it("may be a list of records that have their hashes", async () => {
    const list = JSON.stringify(Array.from({ length: 3_000 }, (_, hash) => record(hash)));
    const file = await fileOf(`\uFEFF\n${list}`);
    expect(Object.keys(file)).toHaveLength(3_000);
    expect(file["2999"]).toEqual({ hash: 2_999, displayProperties: { name: "n2999" }, completionValue: 4 });
  });

  it("may be a list of more records than any other answer may have", async () => {
    const list = Array.from({ length: 260_000 }, (_, hash) => ({ hash, displayProperties: { name: "n" } }));
    expect(Object.keys(await fileOf(JSON.stringify(list)))).toHaveLength(260_000);
  });

  it("is one clear error as a list that was cut", async () => {
    const list = JSON.stringify(Array.from({ length: 3_000 }, (_, hash) => record(hash)));
    await expect(fileOf(list.slice(0, -1))).rejects.toThrow(/platform-answer: .*not JSON/);
  });
});

const names = (count: number) => Array.from({ length: count }, (_, index) => `item-${index}`);

describe("a file of definitions without hashes is one clear error", () => {
  const nameless = { displayProperties: { name: "n" } };
  it.each([
    ["a small dictionary", Object.fromEntries(names(3).map((name) => [name, nameless]))],
    ["a large dictionary", Object.fromEntries(names(20_000).map((name) => [name, nameless]))],
    ["a dictionary by numbers below 0", { "-5": nameless, "-6": nameless }],
    ["a large one", Object.fromEntries(names(20_000).map((_, index) => [-1 - index, nameless]))],
    ["a small list", names(3).map(() => nameless)],
    ["a large list", names(20_000).map(() => nameless)],
  ])("as %s", async (_, file) => {
    await expect(fileOf(JSON.stringify(file))).rejects.toThrow(
      /platform-answer: operation=definitions.file.*none of its (?:keys|records) (?:is|has) a hash/,
    );
  });

  it("but an empty one is a table of nothing", async () => {
    expect([await fileOf("{}"), await fileOf("[]"), await fileOf(`[${" ".repeat(600_000)}]`)]).toEqual([
      {},
      {},
      {},
    ]);
  });
});
