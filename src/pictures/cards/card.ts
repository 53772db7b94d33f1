import type { Mode, Tokens } from "../tokens.ts";
import type { TextStyle } from "../tree.ts";

export type ImageFormat = "png" | "webp";

export interface CardLook {
  readonly mode: Mode;
  /** The theme's OKLCH hue in degrees. */
  readonly hue: number;
  /** The reader's language, for forms of Han characters. The card's texts are in it already. */
  readonly locale: string;
}

/** An image's bytes; what can't be decoded is drawn as if it were missing. */
export type PictureBytes = Uint8Array | undefined;

export interface PersonCard extends CardLook {
  readonly name: string;
  /** Below the name. */
  readonly detail: string;
  readonly avatar?: PictureBytes;
  readonly banner?: PictureBytes;
}

export interface ValueContent {
  readonly value: string;
  readonly label: string;
}

/** What a composition needs besides its data. */
export interface Kit {
  readonly tokens: Tokens;
  /** Returns a text's width on one line. */
  readonly width: (text: string, style: TextStyle) => Promise<number>;
}
