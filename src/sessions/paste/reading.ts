import type { Secret } from "../../base/secret.ts";
import type { WantedCookie } from "../../platform/cookie-rules.ts";

/** The form of a paste, as far as it could be told. */
export type PasteForm =
  | "bundle"
  | "har"
  | "storage-state"
  | "cookie-list"
  | "json-map"
  | "netscape"
  | "curl"
  | "powershell"
  | "fetch"
  | "set-cookie"
  | "table"
  | "cookie-header"
  | "header-value"
  | "lines"
  | "text";

/** Why a cookie can't be used. */
export type MissingWhy =
  /** The paste doesn't contain it. */
  | "absent"
  | "empty"
  /** A word instead of the value, such as `undefined`; see `placeholder`. */
  | "placeholder"
  /** Characters no cookie may have. */
  | "characters"
  | "too-long"
  /** The text ends inside it. */
  | "cut"
  /** It was shortened with an ellipsis. */
  | "shortened";

export interface MissingCookie extends WantedCookie {
  readonly why: MissingWhy;
  /** One of a fixed list of words, so that it may be shown. */
  readonly placeholder?: string;
}

/** What a paste contains. Only the named cookies are kept. */
export type PasteReading =
  | {
      readonly kind: "cookies";
      readonly form: PasteForm;
      /** By name, in the profile's order; only values that may be sent. */
      readonly cookies: ReadonlyMap<string, Secret>;
      /** Their expiry by name, in milliseconds since 1970, where the paste has it. */
      readonly ends: ReadonlyMap<string, number>;
      readonly found: readonly string[];
      /** Including optional ones. */
      readonly missing: readonly MissingCookie[];
      /** Whether every required cookie was found. */
      readonly isComplete: boolean;
      /** Whether the text ends at the input's limit. */
      readonly isCut: boolean;
      /** Set where they belong to another host than the platform's. */
      readonly otherHost?: string;
    }
  /** Sealed for the bot; `bundle`: `milepost1:` and the rest, or an armored age file. */
  | { readonly kind: "bundle"; readonly bundle: string; readonly isCut: boolean }
  /** Something that must never be given to anyone. It was not kept. */
  | { readonly kind: "refused"; readonly why: "password" | "discord-token" | "grant-code" }
  | { readonly kind: "unreadable"; readonly why: "empty" | "too-long" | "cut" | "no-cookies" };

export interface PasteOptions {
  /** The input's limit in characters: a text this long was probably cut. */
  readonly cutAt?: number;
  /** Milliseconds since 1970: of two cookies of one name, an expired one loses. */
  readonly now?: number;
}
