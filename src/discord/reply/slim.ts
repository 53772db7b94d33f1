import type { runtime } from "../../messages/en/runtime.ts";
import { actionButton } from "./build.ts";
import type { ActionButton, ActionCall, Block, Button, Reply, Variant, ActionState } from "./reply.ts";

export const WHOLE: Variant = { controls: 0, isText: false };

/** A field of the state that belongs to the runtime: no action declares it. */
const CONTROLS = ".c";
const TEXT = ".t";

/** How many selects are shown at once. */
const MENUS = 2;
const BUTTONS = 5;

type Texts = (typeof runtime)["controls"];

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The controls shown together, by their number in the reply. */
interface Sheet {
  readonly menus: Span;
  readonly buttons: Span;
}

/**
 * Returns the blocks with at most two selects and five buttons, the rest behind "More", and a button that shows
 * pictures as text. A reply that can't be shown again keeps all its controls, and each picture has its text below.
 */
export function slim(
  { blocks, again, variant = WHOLE }: Reply,
  hasPictures: boolean,
  texts: Texts,
): readonly Block[] {
  if (again === undefined) {
    return blocks.flatMap((block) => (block.type === "picture" ? [block, pictureTwins(block)] : [block]));
  }
  const sheets = sheetsOf(blocks, hasPictures);
  const at = Math.min(variant.controls, sheets.length - 1);
  const sheet = sheets[at];
  if (sheet === undefined) return blocks;
  const kept = keep(blocks, sheet);
  const more = turns({ again, texts, at, last: sheets.length - 1, variant });
  const twin = hasPictures && at === 0 ? [twinButton(again, variant, texts)] : [];
  return withButtons(kept, [...twin, ...more]);
}

/** Returns the block with its pictures as text. */
export function pictureTwins(block: Block): Block {
  return block.type === "picture" ? { type: "text", text: block.picture.twin } : block;
}

function twinButton(again: ActionCall, { isText }: Variant, texts: Texts): ActionButton {
  return actionButton(
    isText ? texts.asPicture : texts.asText,
    inVariant(again, { controls: 0, isText: !isText }),
  );
}

interface Turning {
  readonly again: ActionCall;
  readonly texts: Texts;
  readonly at: number;
  readonly last: number;
  readonly variant: Variant;
}

function turns({ again, texts, at, last, variant }: Turning): readonly ActionButton[] {
  const to = (controls: number) => inVariant(again, { ...variant, controls });
  return [
    ...(at > 0 ? [actionButton(texts.less, to(at - 1))] : []),
    ...(at < last ? [actionButton(texts.more, to(at + 1))] : []),
  ];
}

/** Splits the controls into sheets, those aside on later ones. All but the last have "More", all but the first "Less". */
function sheetsOf(blocks: readonly Block[], hasPictures: boolean): readonly Sheet[] {
  const menus = blocks.filter(isMenu).length;
  const all = blocks.flatMap(buttonsIn);
  const buttons = all.length;
  const aside = all.findIndex((button) => button.type === "action" && button.isAside === true);
  const sheets: Sheet[] = [];
  let [menu, button] = [0, 0];
  do {
    const isFirst = sheets.length === 0;
    const twin = isFirst && hasPictures ? 1 : 0;
    const most = BUTTONS - twin - (isFirst ? 0 : 1);
    const isBeforeAside = isFirst && aside >= 0;
    const isLast = !isBeforeAside && menus - menu <= MENUS && buttons - button <= most;
    const room = Math.min(isLast ? most : most - 1, isBeforeAside ? aside : most);
    sheets.push({ menus: { from: menu, to: menu + MENUS }, buttons: { from: button, to: button + room } });
    menu += MENUS;
    button += room;
  } while (menu < menus || button < buttons);
  return sheets;
}

function isMenu({ type }: Block): boolean {
  return type === "select" || type === "channels" || type === "roles" || type === "people";
}

/** Returns the buttons that count. A row nobody can press, as in a preview, is on each sheet. */
function buttonsIn(block: Block): readonly Button[] {
  if (block.type === "buttons") return isInert(block.buttons) ? [] : block.buttons;
  return block.type === "section" && block.beside.type !== "thumbnail" ? [block.beside] : [];
}

function isInert(row: readonly Button[]): boolean {
  const actions = row.filter((button) => button.type === "action");
  return actions.length > 0 && actions.every(({ disabled }) => disabled === true);
}

function keep(blocks: readonly Block[], { menus, buttons }: Sheet): readonly Block[] {
  let [menu, button] = [0, 0];
  return blocks.flatMap((block): readonly Block[] => {
    if (isMenu(block)) return isWithin(menu++, menus) ? [block] : [];
    const own = buttonsIn(block);
    if (own.length === 0) return [block];
    const left = own.filter(() => isWithin(button++, buttons));
    if (block.type === "section") return left.length > 0 ? [block] : [{ type: "text", text: block.text }];
    return left.length === 0 ? [] : [{ type: "buttons", buttons: left }];
  });
}

function isWithin(index: number, { from, to }: Span): boolean {
  return index >= from && index < to;
}

/** Adds buttons to the last row, which has room for them. */
function withButtons(blocks: readonly Block[], more: readonly Button[]): readonly Block[] {
  if (more.length === 0) return blocks;
  const last = blocks.findLastIndex(({ type }) => type === "buttons");
  const row = blocks[last];
  if (row?.type !== "buttons") return [...blocks, { type: "buttons", buttons: more }];
  return blocks.with(last, { type: "buttons", buttons: [...row.buttons, ...more] });
}

/** Returns the call, made to show its reply in this variant. */
export function inVariant(call: ActionCall, { controls, isText }: Variant): ActionCall {
  const state = {
    ...call.state,
    ...(controls > 0 && { [CONTROLS]: controls }),
    ...(isText && { [TEXT]: true }),
  };
  return { ...call, state };
}

/** Returns the variant a pressed control asks for. */
export function variantIn(state: ActionState): Variant {
  const controls = state[CONTROLS];
  const isPart = typeof controls === "number" && Number.isSafeInteger(controls) && controls > 0;
  return { controls: isPart ? controls : 0, isText: state[TEXT] === true };
}
