import { z } from "zod";

import { int32, maybe, namedRecord, uint32 } from "./wire.ts";

/** E5: a JSON object of which nothing else is documented. */
export type Vault = z.output<typeof Vault>;
export const Vault = z.record(z.string(), z.unknown());

/** One thing of a vault whose profile says where they are. */
export const VaultItem = namedRecord(
  "VaultItem",
  { table: "item", hash: "itemHash" },
  { itemHash: uint32, quantity: maybe(int32) },
  "itemHash",
);
