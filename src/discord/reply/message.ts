import { MessageFlags } from "discord-api-types/v10";

/** One component in Discord's wire format. Tests check what the renderer makes against Discord's schema. */
export type WireComponent = { readonly type: number } & Record<string, unknown>;

/** A message, ready to send. */
export interface Rendered {
  readonly body: {
    readonly flags: number;
    /** Only in a classic message. */
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

/** Returns whether a message with these flags consists of components only (V2). No edit can change that. */
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
