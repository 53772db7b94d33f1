import { type Markdown, plain } from "../../base/markdown.ts";
import type {
  ActionButton,
  ActionCall,
  Block,
  Button,
  EntitySelect,
  Image,
  LinkButton,
  Reply,
  Select,
  SelectEntry,
  Thumbnail,
} from "./reply.ts";

/** Accepted wherever a block is; `undefined` and `false` are left out. */
export type MaybeBlock = Block | readonly MaybeBlock[] | undefined | false;

/** Returns a reply of these blocks. */
export function reply(...blocks: readonly MaybeBlock[]): Reply {
  return { blocks: flatten(blocks) };
}

/** Returns a reply with a colored edge. */
export function toned(tone: NonNullable<Reply["tone"]>, ...blocks: readonly MaybeBlock[]): Reply {
  return { tone, blocks: flatten(blocks) };
}

/** Returns a text block; a plain string is escaped. */
export function text(content: Markdown | string): Block {
  return { type: "text", text: typeof content === "string" ? plain(content) : content };
}

/** Returns text with a picture or one button beside it; just the text without one. */
export function section(content: Markdown, beside: Thumbnail | Button | undefined): Block {
  return beside === undefined ? text(content) : { type: "section", text: content, beside };
}

export function thumbnail(url: string, description: string): Thumbnail {
  return { type: "thumbnail", url, description };
}

export function gallery(...images: readonly Image[]): Block {
  return { type: "gallery", images };
}

/** Returns a block of named facts; those without a value are left out. */
export function fields(...given: readonly (readonly [name: string, value: Markdown | undefined])[]): Block {
  return {
    type: "fields",
    fields: given.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
  };
}

export function divider(): Block {
  return { type: "divider" };
}

export function buttons(...row: readonly (Button | undefined | false)[]): Block {
  return { type: "buttons", buttons: row.filter((button) => button !== undefined && button !== false) };
}

export function linkButton(label: string, url: string): LinkButton {
  return { type: "link", label, url };
}

export function actionButton(
  label: string,
  press: ActionCall,
  look: Pick<ActionButton, "style" | "disabled" | "emoji" | "isAside"> = {},
): ActionButton {
  return { type: "action", label, press, ...look };
}

export function select(placeholder: string, choose: ActionCall, entries: readonly SelectEntry[]): Select {
  return { type: "select", placeholder, choose, entries };
}

/** Returns a select of the server's channels. */
export function channelSelect(
  placeholder: string,
  choose: ActionCall,
  rules: Omit<EntitySelect, "type" | "placeholder" | "choose"> = {},
): EntitySelect {
  return { type: "channels", placeholder, choose, ...rules };
}

/** Returns a select of one user. */
export function peopleSelect(placeholder: string, choose: ActionCall): EntitySelect {
  return { type: "people", placeholder, choose };
}

function flatten(blocks: readonly MaybeBlock[]): Block[] {
  return blocks.flatMap((block) => {
    if (block === undefined || block === false) return [];
    return "type" in block ? [block] : flatten(block);
  });
}
