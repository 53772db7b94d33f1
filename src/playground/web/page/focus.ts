/** Returns what gives the focused control of a message, drawn anew meanwhile, its focus and its open list back. */
export function focusWithin(root: HTMLElement) {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !root.contains(active)) return undefined;
  const message = active.closest("[data-id]");
  if (message === null) return undefined;
  const selector = `[data-id="${CSS.escape(message.getAttribute("data-id") ?? "")}"]`;
  const { key } = active.dataset;
  const index = focusable(message).indexOf(active);
  const hasList = active.ariaHasPopup === "listbox" && active.ariaExpanded === "true";
  return {
    restore() {
      const redrawn = active.isConnected ? null : root.querySelector(selector);
      if (redrawn === null) return;
      const all = focusable(redrawn);
      const found = all.find((each) => key !== undefined && each.dataset["key"] === key) ?? all[index];
      found?.focus({ preventScroll: true });
      if (hasList) found?.click();
    },
  };
}

function focusable(root: Element) {
  return [...root.querySelectorAll("button, a[href], [tabindex]")] as HTMLElement[];
}
