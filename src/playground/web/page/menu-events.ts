import { LongPress } from "./long-press.ts";

/**
 * Browsers ask for a menu by a `contextmenu` event: at a right press, in most of them at the menu key and at Shift
 * and F10, in some at a long press. Here all four come as that event in every browser, once. Where nothing of the
 * page takes it the browser's own menu opens, as ever.
 */
export function listenForMenus() {
  document.addEventListener("keydown", onMenuKey);
  const longPress = new LongPress((target, at) => askForMenu(target, at, "touch"));
  longPress.listen();
}

function onMenuKey(event: KeyboardEvent) {
  const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
  if (!isMenuKey || event.defaultPrevented || !(event.target instanceof Element)) return;
  const { left, bottom } = event.target.getBoundingClientRect();
  if (askForMenu(event.target, { x: left, y: bottom }, "")) event.preventDefault();
}

/** Whether something of the page opened a menu. */
function askForMenu(target: Element, { x, y }: { x: number; y: number }, pointerType: string) {
  const how = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, pointerType };
  return !target.dispatchEvent(new PointerEvent("contextmenu", how));
}
