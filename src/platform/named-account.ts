import type { Int64 } from "../base/int64.ts";

/** Who a session says its account is. */
export interface NamedAccount {
  readonly membershipId: Int64;
  /** The service's own word, or a cookie that whoever pasted it could have changed. */
  readonly source: "service" | "cookie";
}
