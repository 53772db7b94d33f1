import { z } from "zod";

import { jsonOrNothing } from "../base/json.ts";
import type { Secret } from "../base/secret.ts";
import type { KeyCredential } from "./credential.ts";
import { hostParameters, type Hosts, isOfApi } from "./profile/hosts.ts";
import type { MemberKey } from "./profile/schema.ts";
import { fillTemplate } from "./profile/template.ts";

/** How members' own keys are sent, and where they come from. */
export interface KeyScope extends Pick<MemberKey, "header" | "value" | "scope"> {
  /** Where members make and delete their keys. */
  readonly manageUrl: string;
}

/** Returns how members' own keys are sent; undefined where the profile has none. */
export function keyScope(key: MemberKey | undefined, hosts: Hosts): KeyScope | undefined {
  return key && { ...key, manageUrl: fillTemplate(key.manageUrl, hostParameters(hosts)) ?? key.manageUrl };
}

/** Short names, since it is stored with every session. An older bot finds no cookies in it. */
const Stored = z.object({ v: z.literal(3), k: z.literal("key"), s: z.string() });

interface Place {
  readonly hosts: Pick<Hosts, "api">;
  readonly key: Pick<KeyScope, "header" | "value">;
}

export function createKeyCredential(key: Secret, { hosts, key: sent }: Place): KeyCredential {
  const serialised = JSON.stringify({ v: 3, k: "key", s: key.reveal() } satisfies z.input<typeof Stored>);
  return {
    kind: "key",
    header: sent.header,
    isChanged: false,
    expiresAt: undefined,
    authorization: (url) =>
      isOfApi(url, hosts) ? (fillTemplate(sent.value, { key: key.reveal() }) ?? undefined) : undefined,
    cookie: () => undefined,
    csrf: () => undefined,
    missing: () => [],
    adopt: () => {},
    serialise: () => serialised,
  };
}

/** Returns a stored key; undefined for a text without one. */
export function readStoredKey(serialised: string): string | undefined {
  return Stored.safeParse(jsonOrNothing(serialised)).data?.s;
}
