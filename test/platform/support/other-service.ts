import { parseProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import { type Seen, type Served, serve } from "./served.ts";

/** A profile as a stranger writes one, of a service without an envelope: what the tables leave out has its default. */
export function otherProfile(origin: string, more: Record<string, unknown>): Profile {
  const base = {
    id: "other",
    name: "Other",
    hosts: { portal: origin, api: "{portal}" },
    locale: { default: "en" },
    envelope: { kind: "bare" },
  };
  const { profile, faults } = parseProfile(JSON.stringify({ ...base, ...more }));
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return profile;
}

/** Answers what `answer` gives, as JSON; a text goes out as it is. */
export function answering(answer: (request: Seen) => unknown): Promise<Served> {
  return serve((request, response) => {
    const value = answer(request);
    response.end(typeof value === "string" ? value : JSON.stringify(value));
  });
}
