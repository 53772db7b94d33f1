import type { Markdown } from "../../base/markdown.ts";
import type { ActionState } from "./state.ts";

/**
 * What a command answers, or the bot posts: content and meaning, no wire format. `render` makes Components V2 of it,
 * `renderClassic` content and an embed; they enforce every limit of Discord, nothing else does.
 */
export interface Reply {
  /** A coloured edge; a failure is "alert". */
  readonly tone?: "plain" | "good" | "notice" | "alert" | "over";
  /** The edge's color where it is somebody's choice, 0 to 0xffffff: it wins over the tone's. */
  readonly accent?: number | undefined;
  readonly blocks: readonly Block[];
  /**
   * Shows this anew in its own place. A reply that has it may hold more controls than are shown at once: those that
   * matter most come first, the rest is behind "More". One of its pictures is read as text by a press.
   */
  readonly again?: ActionCall;
  /** What it says stands in the way of things, by their ids: nothing put above it says that again. */
  readonly troubles?: ReadonlyMap<string, Markdown>;
  /** The runtime's: how much of it is shown. */
  readonly variant?: Variant;
  /** A public command's answer that only whoever asked is shown: nothing was found, or what was typed can't be. */
  readonly isForAsker?: boolean;
  /** What an action that answers in public posts in the channel; the rest takes the place of the message pressed. */
  readonly post?: Reply;
}

/** How much of a reply is shown. */
export interface Variant {
  /** Which of its controls: 0 are the first, those behind "More" come next. */
  readonly controls: number;
  /** Its pictures are shown as text. */
  readonly isText: boolean;
}

/** What the bot posts by itself: the sentence a phone shows, and what stands under it. */
export interface Post {
  readonly lead: Markdown;
  readonly card: Reply;
}

export type Block =
  | { readonly type: "text"; readonly text: Markdown }
  /** Text with a picture or one button beside it. */
  | { readonly type: "section"; readonly text: Markdown; readonly beside: Thumbnail | Button }
  | { readonly type: "gallery"; readonly images: readonly Image[] }
  | { readonly type: "divider" }
  | { readonly type: "buttons"; readonly buttons: readonly Button[] }
  | Fields
  | Select
  | EntitySelect
  | { readonly type: "file"; readonly file: Attachment }
  /** A picture of ours with its text twin. discord/ only ever sees its bytes. */
  | { readonly type: "picture"; readonly picture: Picture };

/** Facts by name, side by side where there is room. */
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
  /** The same in words: shown instead until the picture is drawn, where it can't be, and to whoever asks for it. */
  readonly twin: Markdown;
  draw(signal: AbortSignal): Promise<Drawn>;
}

/** A picture that was drawn. */
export interface Drawn {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Where something it shows was not there in time: draws it with what came since; undefined where nothing did. */
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
  readonly description?: string;
}

export type Button = ActionButton | LinkButton;

export interface LinkButton {
  readonly type: "link";
  readonly label: string;
  readonly url: string;
}

/** A button that runs an action of a command; the call's state is carried by its custom id. */
export interface ActionButton {
  readonly type: "action";
  readonly label: string;
  readonly press: ActionCall;
  /** One primary button at most. */
  readonly style?: "primary" | "secondary" | "danger";
  readonly disabled?: boolean;
  /** Before the label, which says it all alone. */
  readonly emoji?: Emoji;
}

/** How many entries may be chosen: one by default. All of them reach the action as `allChosen`. */
interface ChoiceCount {
  readonly min?: number;
  readonly max?: number;
}

/** A list of up to 25 entries to choose from. The first value chosen reaches the action as `chosen`. */
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
  /** Before the label, which says it all alone. */
  readonly emoji?: Emoji;
  /** Follows the label where another entry has the same. */
  readonly date?: string | undefined;
}

/**
 * Channels or roles of the server, or people, to choose from; the values are ids, of whatever a client cared to
 * send. Which of the people are in the server, `namedHere` says.
 */
export interface EntitySelect extends ChoiceCount {
  readonly type: "channels" | "roles" | "people";
  readonly placeholder: string;
  readonly choose: ActionCall;
  /** Ids of those chosen already. */
  readonly chosen?: readonly string[];
  /** Discord's numbers of channel types; any by default. */
  readonly channelTypes?: readonly number[];
}

/** Which action of which command a control runs, and with what. Values are short texts and whole numbers. */
export interface ActionCall {
  readonly command: string;
  readonly action: string;
  readonly state?: ActionState;
}
