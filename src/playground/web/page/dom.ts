/** Nothing here reads markup, so that no text of a bot or platform can become part of the page. */

export type Child = Node | string | number | null | undefined | false;
type Children = (Child | readonly Child[])[];
type Props = Readonly<Record<string, unknown>>;

/** Set as properties; everything else becomes an attribute. */
const PROPERTIES = new Set(["value", "checked", "disabled", "indeterminate", "inert", "hidden", "selected"]);

/**
 * Returns an element: `h("button.primary", {"aria-label": "Send", onclick: send}, "Send")`. Properties may be left out.
 * Names with "on" are listeners; `undefined`, `null` and `false` set nothing; `true` sets an empty attribute. Buttons
 * don't submit forms unless their type says so.
 */
export function h<T extends keyof HTMLElementTagNameMap>(
  selector: T | `${T}.${string}`,
  ...given: [props: Props, ...children: Children] | Children
): HTMLElementTagNameMap[T] {
  const [props, children] = isProps(given) ? [given[0], given.slice(1) as Children] : [{}, given as Children];
  const [tag = "div", ...classes] = selector.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  if (tag === "button") element.setAttribute("type", "button");
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...nodes(children));
  return element as HTMLElementTagNameMap[T];
}

export function fill(element: Element, ...children: Children) {
  element.replaceChildren(...nodes(children));
}

export function reconcile(parent: HTMLElement, children: readonly HTMLElement[]) {
  const wanted = new Set(children as readonly Node[]);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let at = parent.firstChild;
  for (const child of children) {
    if (child === at) at = at.nextSibling;
    else parent.insertBefore(child, at);
  }
}

export function hexColor(color: number) {
  return `#${color.toString(16).padStart(6, "0")}`;
}

/** Colors a name by its role. */
export function showRole(element: HTMLElement, color: string | undefined) {
  if (color === undefined) return;
  element.classList.add("role-colored");
  element.style.setProperty("--role", color);
}

/** Returns the animated dots of waiting. */
export function dots() {
  return h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

/** Returns listeners for both buttons: a right press on a person mustn't open the message's menu. */
export function onEitherPress(act: () => void) {
  return {
    onclick: act,
    oncontextmenu: (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
      act();
    },
  };
}

let lastId = 0;

/** Returns an id no other element has. */
export function freshId(prefix: string) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

function isProps(given: readonly unknown[]): given is [Props, ...Children] {
  const [first] = given;
  return typeof first === "object" && first !== null && !(first instanceof Node) && !Array.isArray(first);
}

function setProp(element: HTMLElement, name: string, value: unknown) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) {
    element.addEventListener(name.slice(2), value as EventListener);
  } else if (name === "style") {
    for (const [key, text] of Object.entries(value as Record<string, string>))
      element.style.setProperty(key, text);
  } else if (PROPERTIES.has(name)) {
    Object.assign(element, { [name]: value });
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

function nodes(children: readonly (Child | readonly Child[])[]): (Node | string)[] {
  return (children.flat() as readonly Child[])
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : String(child)));
}
