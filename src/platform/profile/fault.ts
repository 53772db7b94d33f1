/** One thing wrong in a profile: where, what, and how to fix it. */
export interface ProfileFault {
  /** Path of the key: `operations["user.byId"].path`. */
  readonly path: string;
  readonly problem: string;
  readonly fix: string;
}

/** Notes a fault. */
export type Report = (path: string, problem: string, fix: string) => void;
