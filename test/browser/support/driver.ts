export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Names of keys as `KeyboardEvent.key` has them. */
export type Key = "ContextMenu" | "Enter" | "Escape" | "F10" | "Shift";

/** What a finger does. */
export type TouchStep = { readonly type: "put" | "move"; readonly at: Point } | { readonly type: "lift" };

/** A page in any browser, reached as a person reaches it: by mouse, keys and a finger. */
export interface PageDriver {
  /** Returns what the expression is, or what it promises. */
  evaluate(expression: string): Promise<unknown>;
  press(at: Point, button: "left" | "right"): Promise<void>;
  /** Presses keys together. */
  keys(...keys: readonly Key[]): Promise<void>;
  /** Lets a finger do this, one step right after the other; then it rests where it is. */
  touch(...steps: readonly TouchStep[]): Promise<void>;
}

/** A browser that opens pages with a size and what they remember. */
export interface BrowserDriver {
  open(url: string, how: { readonly size: Size; readonly memory: string }): Promise<PageDriver>;
  close(): Promise<void>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}
