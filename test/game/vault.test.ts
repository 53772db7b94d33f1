import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Names } from "../../src/game/names.ts";
import { hashesIn, nodeAt, pathTo, searchVault, toVaultTree } from "../../src/game/vault.ts";

const names: Names = {
  of: (table, hash) => (table === "item" && hash === 7 ? { name: "Brass lantern" } : undefined),
};
const body = {
  items: [
    { itemHash: 7, quantity: 3, itemInstanceId: "6917529027700000001" },
    { itemHash: 8, quantity: 1 },
  ],
  slots: { used: 2, total: 500 },
};

describe("a vault", () => {
  it.each([
    ["itemHash", 7, { table: "item", hash: 7 }],
    ["questItemHash", 7, { table: "item", hash: 7 }],
    ["vendorHash", "4294967295", { table: "vendor", hash: 4_294_967_295 }],
    ["bucketHash", 7, { table: undefined, hash: 7 }],
    ["itemHash", 0, undefined],
    ["itemHash", 4_294_967_296, undefined],
    ["itemHash", -1, undefined],
    ["itemHash", 1.5, undefined],
    ["itemHash", "seven", undefined],
    ["itemHash", null, undefined],
    ["quantity", 7, undefined],
    ["hash", 7, undefined],
  ])("reads %s of %j as a hash where it is one", (name, value, hash) => {
    expect(toVaultTree({ [name]: value }).root.children[0]?.hash).toEqual(hash);
  });

  it("reads a list of hashes, and gives a thing the hash of its own members only", () => {
    const { root } = toVaultTree({ rewardItemHashes: [7, 8], thing: { inner: { itemHash: 9 } } });
    expect(root.children[0]?.children.map(({ hash }) => hash?.hash)).toEqual([7, 8]);
    expect(root.children[1]?.hash).toBeUndefined();
    expect(hashesIn([root], 10)).toEqual({ item: [7, 8, 9] });
    expect(hashesIn([root], 2)).toEqual({ item: [7, 8] });
  });

  it("leads to every member and back", () => {
    const tree = toVaultTree(body);
    expect(nodeAt(tree, "0.1.1")).toMatchObject({ name: "quantity", value: "1" });
    expect(pathTo(tree, "0.1").map(({ at }) => at)).toEqual(["0", "0.1"]);
    expect(nodeAt(tree, "")).toBe(tree.root);
    for (const at of ["9", "0.9", "0.0.0.0", "x", "0..1", "-1", "0.1.1.constructor"]) {
      expect(nodeAt(tree, at)).toBeUndefined();
    }
  });

  it.each([
    ["lantern", ["0.0"]],
    ["LANTERN brass", ["0.0"]],
    ["used", ["1.0"]],
    ["6917529027700000001", ["0.0.2"]],
    ["8", ["0.1"]],
    ["nowhere", []],
    ["", []],
    ["  ", []],
  ])("is searched for %j", (words, found) => {
    expect(searchVault(toVaultTree(body), words, names, 10).map(({ at }) => at)).toEqual(found);
  });

  it("keeps 64-bit integers as they came", () => {
    expect(nodeAt(toVaultTree(body), "0.0.2")?.value).toBe("6917529027700000001");
  });

  it("of any size is read in part, and says so", () => {
    const wide = toVaultTree({ list: Array.from({ length: 100_000 }, () => ({ itemHash: 1 })) });
    expect(wide.isCut).toBe(true);
    expect(wide.root.children[0]).toMatchObject({ size: 100_000 });
    let deep: unknown = 1;
    for (let depth = 0; depth < 5_000; depth += 1) deep = { deep };
    expect(toVaultTree(deep).isCut).toBe(true);
    expect(toVaultTree(body).isCut).toBe(false);
  });

  it("may be any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string(), (value, words) => {
        const tree = toVaultTree(value);
        for (const node of searchVault(tree, words, names, 50)) expect(nodeAt(tree, node.at)).toBe(node);
      }),
    );
  });
});
