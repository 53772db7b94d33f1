import type { Mode, Tokens } from "../tokens.ts";
import type { TextStyle } from "../tree.ts";

export type ImageFormat = "png" | "webp";

/** How a card looks, whatever it says. */
export interface CardLook {
  readonly mode: Mode;
  /** The theme's hue of OKLCH, in degrees. */
  readonly hue: number;
  /** The reader's language, for the forms of Han letters. The card's strings are in it already. */
  readonly locale: string;
}

/** Bytes of a picture, whoever they are from; what can't be decoded is drawn as if it were missing. */
export type PictureBytes = Uint8Array | undefined;

/** A card about one person. */
export interface PersonCard extends CardLook {
  readonly name: string;
  /** Under the name. */
  readonly detail: string;
  readonly avatar?: PictureBytes;
  readonly banner?: PictureBytes;
}

/** A value, and what it is. */
export interface ValueContent {
  readonly value: string;
  readonly label: string;
}

/** What a composition works with beside its data. */
export interface Kit {
  readonly tokens: Tokens;
  /** Returns the width of a text on one line. */
  readonly width: (text: string, style: TextStyle) => Promise<number>;
}
