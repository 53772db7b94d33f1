import type { Secret } from "../../base/secret.ts";
import type { WantedCookie } from "../../platform/cookie-rules.ts";

/** How a paste was written, as far as it could be told. */
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
  /** The paste doesn't hold it. */
  | "absent"
  | "empty"
  /** A word in place of the value, such as `undefined`; `placeholder` says which. */
  | "placeholder"
  /** Characters no cookie can hold. */
  | "characters"
  | "too-long"
  /** The text ends inside it. */
  | "cut"
  /** It was shown shortened, with an ellipsis in it. */
  | "shortened";

export interface MissingCookie extends WantedCookie {
  readonly why: MissingWhy;
  /** One of a fixed list of words, so that it may be shown. */
  readonly placeholder?: string;
}

/** What a paste holds. Nothing of it is kept beside the named cookies. */
export type PasteReading =
  | {
      readonly kind: "cookies";
      readonly form: PasteForm;
      /** By name, in the profile's order; only values that may be sent. */
      readonly cookies: ReadonlyMap<string, Secret>;
      /** When they end, by name, milliseconds since 1970, where the paste says so. */
      readonly ends: ReadonlyMap<string, number>;
      readonly found: readonly string[];
      /** Optional ones are among them. */
      readonly missing: readonly MissingCookie[];
      /** Every required cookie was found. */
      readonly isComplete: boolean;
      /** The text ends where the field's limit is. */
      readonly isCut: boolean;
      /** They belong to another host than the platform's. */
      readonly otherHost?: string;
    }
  /** Sealed for the bot; `bundle` is `milepost1:` and the rest, or an armored age file. */
  | { readonly kind: "bundle"; readonly bundle: string; readonly isCut: boolean }
  /** Something that must never be given to anybody. It was not kept. */
  | { readonly kind: "refused"; readonly why: "password" | "discord-token" | "grant-code" }
  | { readonly kind: "unreadable"; readonly why: "empty" | "too-long" | "cut" | "no-cookies" };

export interface PasteOptions {
  /** The field's limit in characters: a text this long was probably cut. */
  readonly cutAt?: number;
  /** Milliseconds since 1970: of two cookies of one name, one that has ended gives way. */
  readonly now?: number;
}
