import { MessageFlags } from "discord-api-types/v10";

/** One component as it goes over the wire. What the renderer may make of it is held by Discord's schema in tests. */
export type WireComponent = { readonly type: number } & Record<string, unknown>;

/** A whole message, ready to send. */
export interface Rendered {
  readonly body: {
    readonly flags: number;
    /** Of a classic message alone. */
    readonly content?: string;
    readonly embeds?: readonly WireEmbed[];
    readonly components: readonly WireComponent[];
    readonly attachments: readonly WireAttachment[];
    readonly allowed_mentions: { readonly parse: readonly [] };
  };
  readonly files: readonly WireFile[];
}

export interface WireEmbed {
  readonly description?: string;
  readonly url?: string;
  readonly color?: number;
  readonly fields?: readonly WireField[];
  readonly thumbnail?: { readonly url: string };
  readonly image?: { readonly url: string };
}

export interface WireField {
  readonly name: string;
  readonly value: string;
  readonly inline: true;
}

/** Whether a message of these flags is made of components alone. Discord lets no edit change it. */
export function isV2({ flags = 0 }: { readonly flags?: number }): boolean {
  return (flags & MessageFlags.IsComponentsV2) !== 0;
}

export interface WireAttachment {
  readonly id: string;
  readonly filename: string;
  readonly description?: string;
}

export interface WireFile {
  /** The `id` of its entry among the attachments. */
  readonly id: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}
