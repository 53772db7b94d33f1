import type { FaultList, Path } from "./api-error.ts";

/** Finds every fault of a value against one schema and adds it to the list, with Discord's codes. */
export type Check = (value: unknown, path: Path, faults: FaultList) => void;

/** What is used of a zod 4 schema's description of itself. */
export interface Described {
  readonly _zod: { readonly def: Definition };
}
export interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Described>>;
  readonly element?: Described;
  readonly options?: readonly Described[];
  readonly innerType?: Described;
  readonly valueType?: Described;
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Rule } }[];
  readonly getter?: () => Described;
}
export interface Rule {
  readonly check: string;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly value?: number;
  readonly format?: string;
  readonly pattern?: RegExp;
}
