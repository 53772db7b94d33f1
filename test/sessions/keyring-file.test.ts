import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Secret } from "../../src/base/secret.ts";
import { formatKeyring, type Key, parseKeyring } from "../../src/sessions/keyring/keyring-file.ts";

const VALUE = Buffer.alloc(32, 7).toString("base64url");
const AGE = "AGE-SECRET-KEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SWTTNXL";
const line = (kind: string, id: number | string, value: string) => {
  const start = `${kind} ${id} ${value}`;
  const check = createHash("sha256").update(`milepost/keyring ${start}`).digest("base64url").slice(0, 6);
  return `${start} ${check}`;
};
const plain = (keys: readonly Key[]) => keys.map(({ kind, id, value }) => [kind, id, value.reveal()]);

describe("parseKeyring", () => {
  it("reads every kind of key in order, and skips comments and empty lines", () => {
    const text = [
      "# mine",
      "",
      line("mpk1", 2, VALUE),
      line("mpk1", 1, VALUE),
      line("mpt1", 1, VALUE),
      line("mpi1", 9, AGE),
    ];
    expect(plain(parseKeyring(text.join("\r\n")))).toEqual([
      ["mpk1", 2, VALUE],
      ["mpk1", 1, VALUE],
      ["mpt1", 1, VALUE],
      ["mpi1", 9, AGE],
    ]);
  });

  it("reads back what was written", () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 0xffff_ffff }), { maxLength: 5 }),
        bytes,
        (ids, raw) => {
          const value = Buffer.from(raw).toString("base64url");
          const keys = ids.map((id): Key => ({ kind: "mpk1", id, value: new Secret(value) }));
          expect(plain(parseKeyring(formatKeyring(keys)))).toEqual(plain(keys));
        },
      ),
    );
  });

  it("notices every changed character of a line", () => {
    const good = line("mpk1", 1, VALUE);
    for (let at = 0; at < good.length; at++) {
      const changed = `${good.slice(0, at)}${good[at] === "x" ? "y" : "x"}${good.slice(at + 1)}`;
      expect(() => parseKeyring(changed)).toThrow(/The keyring can't be read: line 1/);
    }
  });

  it.each(["mpk1", "mpi1"])("says which line lost its mark %s, and what to do", (kind) => {
    const [, ...rest] = line(kind, 1, kind === "mpi1" ? AGE : VALUE).split(" ");
    expect(() => parseKeyring(`# mine\n${rest.join(" ")}`)).toThrow(
      /line 2 does not begin with mpk1, mpt1, mpi1\. Restore that line.* from its backup.* move the file away/,
    );
  });

  it("says which line has an id again", () => {
    const text = `# mine\n${line("mpk1", 1, VALUE)}\n${line("mpk1", 1, VALUE)}`;
    expect(() => parseKeyring(text)).toThrow(/line 3 has the same id/);
  });

  it("notices a line that was cut", () => {
    const good = line("mpk1", 1, VALUE);
    for (let end = 1; end < good.length; end++) {
      expect(() => parseKeyring(good.slice(0, end))).toThrow(/line 1/);
    }
  });

  it.each([
    ["an unknown kind", "mpx9 1 abc def"],
    ["a short key", line("mpk1", 1, VALUE.slice(1))],
    ["a key in another spelling", line("mpk1", 1, `${VALUE.slice(0, -1)}d`)],
    ["id 0", line("mpk1", 0, VALUE)],
    ["an id beyond 32 bits", line("mpk1", 4_294_967_296, VALUE)],
    ["an id with a sign", line("mpk1", "-1", VALUE)],
    ["a raw key as an age identity", line("mpi1", 1, VALUE)],
    ["an age identity as a raw key", line("mpk1", 1, AGE)],
    ["more words", `${line("mpk1", 1, VALUE)} more`],
    ["one id twice", `${line("mpk1", 1, VALUE)}\n${line("mpk1", 1, VALUE)}`],
    ["too much text", "#\n".repeat(40_000)],
    ["too many keys", Array.from({ length: 201 }, (_, id) => line("mpk1", id + 1, VALUE)).join("\n")],
  ])("refuses %s, and repeats nothing of it", (_name, text) => {
    expect(() => parseKeyring(text)).toThrow(/The keyring can't be read/);
    expect(() => parseKeyring(text)).not.toThrow(VALUE.slice(0, 8));
  });
});
