export interface Inline {
  readonly text: string;
  readonly address?: string;
}

/** Something a person fills in. What a form hides stays with the server. */
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
      /** Its place among the page's forms. */
      readonly form: number;
      readonly fields: readonly Field[];
      readonly button: string;
    };

/** A cookie as the developer tools of a browser list it. */
export interface ShownCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Sent to the host that set it alone. */
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

/** A request as the developer tools list it. What a form sent isn't kept. */
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
  /** Counts the pages that were shown: a form is sent with the number of the page it stood on. */
  readonly page: number;
  readonly address: string;
  readonly title: string;
  readonly status: number;
  readonly blocks: readonly Block[];
  readonly cookies: readonly ShownCookie[];
  readonly requests: readonly ShownRequest[];
  readonly hasBefore: boolean;
  /** Where one can begin: the service's sign-in, by provider. */
  readonly bookmarks: readonly { readonly title: string; readonly address: string }[];
  readonly site: string;
}
