import { z } from "zod";

/** interface.md, E5: a JSON object of which nothing else is documented. */
export type Vault = z.output<typeof Vault>;
export const Vault = z.record(z.string(), z.unknown());
