export interface Inline {
  readonly text: string;
  readonly address?: string;
}

/** A field to fill in. Hidden inputs stay on the server. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "email" | "password" | "checkbox" | "number" | "tel";
  readonly autocomplete: string;
  readonly isRequired: boolean;
}

export type Block =
  | { readonly kind: "heading" | "text" | "problem"; readonly inlines: readonly Inline[] }
  | {
      readonly kind: "form";
      /** Its index among the page's forms. */
      readonly form: number;
      readonly fields: readonly Field[];
      readonly button: string;
    };

/** A cookie as browsers' developer tools list it. */
export interface ShownCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Sent only to the host that set it. */
  readonly isHostOnly: boolean;
  readonly path: string;
  /** In milliseconds; undefined: until the window is closed. */
  readonly expiresAt?: number;
  /** Characters of name and value. */
  readonly size: number;
  readonly isHttpOnly: boolean;
  readonly isSecure: boolean;
  readonly sameSite: string;
}

export type Header = readonly [name: string, value: string];

/** A request as developer tools list it, without submitted values. */
export interface ShownRequest {
  readonly number: number;
  readonly startedAt: number;
  readonly method: "GET" | "POST";
  readonly address: string;
  readonly status: number;
  readonly requestHeaders: readonly Header[];
  readonly responseHeaders: readonly Header[];
}

export interface BrowserView {
  /** The number of the shown page; a form is submitted with its page's number. */
  readonly page: number;
  readonly address: string;
  readonly title: string;
  readonly status: number;
  readonly blocks: readonly Block[];
  readonly cookies: readonly ShownCookie[];
  readonly requests: readonly ShownRequest[];
  readonly hasBefore: boolean;
  /** The service's sign-in, by provider. */
  readonly bookmarks: readonly { readonly title: string; readonly address: string }[];
  readonly site: string;
}
