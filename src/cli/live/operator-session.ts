import type { Credential } from "../../platform/credential.ts";

/** A session of the operator's own. It is kept in memory alone. */
export interface OperatorSession {
  readonly credential: Credential;
  /** Gives back what was got for this run. */
  end(): Promise<void>;
}
