import type { Markdown } from "../../base/markdown.ts";

/**
 * What a command replies or the bot posts: content and meaning, no wire format. `render` makes Components V2 of it,
 * `renderClassic` content and an embed; both enforce Discord's limits, so nothing else has to.
 */
export interface Reply {
  /** The color of the edge; failures are "alert". */
  readonly tone?: "plain" | "good" | "notice" | "alert" | "over";
  /** A color someone picked for the edge, 0 to 0xffffff; wins over the tone's. */
  readonly accent?: number | undefined;
  readonly blocks: readonly Block[];
  /**
   * The call that shows this reply again in place. With it the reply may hold more controls than fit: the first ones
   * are shown, the rest is behind "More", and its pictures can be read as text.
   */
  readonly again?: ActionCall;
  /** Problems it mentions, by id, so that a notice above it doesn't repeat them. */
  readonly troubles?: ReadonlyMap<string, Markdown>;
  /** How much of it is shown; set by the runtime. */
  readonly variant?: Variant;
  /** Whether a public command's reply is for the member alone, as when nothing was found. */
  readonly isForAsker?: boolean;
  /** What an action with a public answer posts to the channel; the rest replaces the message pressed. */
  readonly post?: Reply;
}

/** How much of a reply is shown. */
export interface Variant {
  /** Which page of its controls: 0 is the first, the next are behind "More". */
  readonly controls: number;
  /** Whether pictures are shown as text. */
  readonly isText: boolean;
}

/** What the bot posts by itself: the sentence for the notification, and the reply under it. */
export interface Post {
  readonly lead: Markdown;
  readonly card: Reply;
}

export type Block =
  | { readonly type: "text"; readonly text: Markdown }
  | { readonly type: "section"; readonly text: Markdown; readonly beside: Thumbnail | Button }
  | { readonly type: "gallery"; readonly images: readonly Image[] }
  | { readonly type: "divider" }
  | { readonly type: "buttons"; readonly buttons: readonly Button[] }
  | Fields
  | Select
  | EntitySelect
  | { readonly type: "file"; readonly file: Attachment }
  /** One of our own pictures, with its text. */
  | { readonly type: "picture"; readonly picture: Picture };

/** Named facts, side by side where there is room. */
export interface Fields {
  readonly type: "fields";
  readonly fields: readonly { readonly name: string; readonly value: Markdown }[];
}

/** A picture on the web. `description` is its alt text. */
export interface Image {
  readonly url: string;
  readonly description: string;
}

export interface Thumbnail extends Image {
  readonly type: "thumbnail";
}

export interface Picture {
  readonly alt: string;
  /** The same content as text: shown until the picture is drawn, where it can't be, and on request. */
  readonly twin: Markdown;
  draw(signal: AbortSignal): Promise<Drawn>;
}

/** A drawn picture. */
export interface Drawn {
  readonly name: string;
  readonly bytes: Uint8Array;
  /**
   * Set where an image in it was missing: draws it again with the images that arrived since, or returns undefined if
   * none did.
   */
  readonly redraw?: (signal: AbortSignal) => Promise<Drawn | undefined>;
}

/** An emoji of the application. */
export interface Emoji {
  readonly id: string;
  readonly name: string;
}

export interface Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly description?: string | undefined;
  /** Whether it is shown as a picture, not as a file. */
  readonly isPicture?: boolean;
}

export type Button = ActionButton | LinkButton;

export interface LinkButton {
  readonly type: "link";
  readonly label: string;
  readonly url: string;
}

/** A button that runs an action; its custom id carries the call's state. */
export interface ActionButton {
  readonly type: "action";
  readonly label: string;
  readonly press: ActionCall;
  /** Only one button of a message may be primary. */
  readonly style?: "primary" | "secondary" | "danger";
  readonly disabled?: boolean;
  /** Shown before the label, which must make sense without it. */
  readonly emoji?: Emoji;
  /** Seldom needed: shown behind More in a reply that can be shown again. It follows all that are not. */
  readonly isAside?: boolean;
}

/** How many entries may be picked: one by default. The action gets all of them as `allChosen`. */
interface ChoiceCount {
  readonly min?: number;
  readonly max?: number;
}

/** A select of up to 25 entries. The action gets the first picked value as `chosen`. */
export interface Select extends ChoiceCount {
  readonly type: "select";
  readonly placeholder: string;
  readonly choose: ActionCall;
  readonly entries: readonly SelectEntry[];
}

export interface SelectEntry {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
  readonly chosen?: boolean;
  /** Shown before the label, which must make sense without it. */
  readonly emoji?: Emoji;
  /** Appended to the label where another entry has the same one. */
  readonly date?: string | undefined;
}

/**
 * A select of the server's channels or roles, or of users. Its values are ids, which a client can forge; `namedHere`
 * says which users are in the server.
 */
export interface EntitySelect extends ChoiceCount {
  readonly type: "channels" | "roles" | "people";
  readonly placeholder: string;
  readonly choose: ActionCall;
  /** The ids that are preselected. */
  readonly chosen?: readonly string[];
  /** Discord's channel types to offer; all by default. */
  readonly channelTypes?: readonly number[];
}

/** The action a control runs, and its state of short texts and whole numbers. */
export interface ActionCall {
  readonly command: string;
  readonly action: string;
  readonly state?: ActionState;
}

export type StateValue = string | number | boolean;

/** A control's state in a custom id: short texts, whole numbers, booleans. */
export type ActionState = Readonly<Record<string, StateValue | undefined>>;
