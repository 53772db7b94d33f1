import type { CodeClass, Profile } from "./schema.ts";

type StatusClasses = Readonly<Partial<Record<CodeClass, readonly number[]>>>;

/** What an HTTP status means where a profile doesn't say. */
const USUAL_STATUSES = {
  signIn: [401],
  private: [403],
  notFound: [404, 410],
  throttled: [429],
  /** RFC 9110, 15.5.9: may be repeated. */
  transient: [408],
} as const satisfies StatusClasses;

/**
 * The classes of statuses: a profile's own, and for each class it leaves out the usual ones, but for those it gave
 * another class.
 */
export function statusClasses({ envelope }: Pick<Profile, "envelope">): StatusClasses {
  const own = envelope.statuses;
  const given = new Set(Object.values(own).flat());
  const usual = Object.entries(USUAL_STATUSES).map(([name, statuses]) => [
    name,
    statuses.filter((status) => !given.has(status)),
  ]);
  return { ...(Object.fromEntries(usual) as StatusClasses), ...own };
}
