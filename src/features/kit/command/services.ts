import type { Definitions } from "../../../definitions/definitions.ts";
import type { Emoji } from "../../../discord/reply/reply.ts";
import { type Messages, messagesFor } from "../../../messages/catalog.ts";
import type { Pictures } from "../../../pictures/pictures.ts";
import type { PlatformClient } from "../../../platform/client.ts";
import { type LabelOf, labelsOf } from "../../../platform/profile/labels.ts";
import type { Profile } from "../../../platform/profile/schema.ts";
import type { GuildSettingsStore, MemberSettingsStore } from "../settings/settings.ts";
import { createPageLinks, type PageLinks } from "./page-links.ts";

/** Who runs this bot, as shown to members. */
export interface Operator {
  readonly name?: string;
  readonly contact?: string;
  readonly privacyUrl?: string;
}

/** Images of the platform, for cards. */
interface RemoteImages {
  /** Returns the bytes of an image that is safe to decode; undefined: draw without it. Never rejects. */
  get(url: string | undefined, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}

/** What every command may use besides its invocation; a feature adds services of its own. */
export interface KitServices {
  readonly platform: PlatformClient;
  readonly profile: Profile;
  readonly labels: LabelOf;
  readonly definitions: Definitions;
  readonly images: RemoteImages;
  readonly pageLinks: PageLinks;
  readonly operator: Operator;
  /** The platform's icons as emojis, by URL; new ones are called what they show. */
  readonly icons?: { of(url: string | undefined, shows?: string): Emoji | undefined } | undefined;
  /** Draws cards; absent where the operator turned pictures off. */
  readonly pictures?: Pictures | undefined;
  readonly guilds: GuildSettingsStore;
  readonly memberSettings: MemberSettingsStore;
  /** Returns the texts in the reader's language. */
  readonly messages: (locale: string) => Messages;
}

/** Returns the services, with those that follow from the profile and the catalog. */
export function createKitServices(
  parts: Omit<KitServices, "labels" | "pageLinks" | "messages">,
): KitServices {
  return {
    ...parts,
    labels: labelsOf(parts.profile),
    pageLinks: createPageLinks(parts.profile),
    messages: messagesFor,
  };
}
