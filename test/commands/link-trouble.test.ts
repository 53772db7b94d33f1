import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { english } from "../../src/messages/en.ts";
import type { FaultSpec } from "../../src/playground/platform/faults.ts";
import { seen } from "../support/run-command.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";

const MEMBER = "900000000000000001";
const { byCode, tryAgain, reference } = english.errors;

describe("a paste that can't be checked", () => {
  let table: LinkTable;
  beforeEach(async () => {
    table = await openLinkTable("neutral");
  });
  afterEach(() => table.close());

  it.each<[string, FaultSpec, string, string]>([
    ["a refused key", { kind: "code", code: 2101 }, "platform-key", byCode["platform-key"].next],
    ["an unknown code", { kind: "code", code: 9_999 }, "platform-error", byCode["platform-error"].title],
    [
      "too many requests",
      { kind: "http", status: 429, retryAfterSeconds: 30 },
      "platform-throttled",
      tryAgain("in 30 seconds"),
    ],
    ["what is private", { kind: "code", code: 1665 }, "private", byCode.private.title],
    ["nothing", { kind: "http", status: 404 }, "platform-answer", byCode["platform-answer"].title],
    [
      "broken JSON",
      { kind: "wrongJson", form: "broken" },
      "platform-answer",
      byCode["platform-answer"].title,
    ],
    ["a failure", { kind: "http", status: 500 }, "platform-unavailable", english.link.down.unavailable.next],
  ])("because of %s says so, with a reference the log has", async (_, fault, code, text) => {
    const header = table.headerOf(0);
    table.platform.faults.add({ kind: "http", status: 404, operation: "signIn" });
    table.platform.faults.add({ ...fault, operation: "account.current" });
    const said = seen(await table.paste(MEMBER, header));
    expect(said).toContain(text);
    expect(said).toContain(reference("ref"));
    expect(said).toContain(english.link.nothingStored);
    expect(table.logged).toMatchObject([
      { message: "A session could not be checked", fields: { reference: "ref", code } },
    ]);
  });
});
