import { fill, h } from "../dom.ts";

/** Copies texts and says so. Where the clipboard is closed to the page, the text is shown to be copied by hand. */
export class Copying {
  readonly status;
  readonly element;
  constructor() {
    this.status = h("p.copy-status", { role: "status" });
    this.element = h("div.copying", this.status);
  }

  async copy(what: string, text: string) {
    try {
      await navigator.clipboard.writeText(text);
      fill(this.element, this.status);
      fill(this.status, `Copied: ${what}.`);
    } catch {
      const box = h("textarea", { readonly: true, rows: 4, "aria-label": `To copy: ${what}`, value: text });
      fill(this.element, this.status, box);
      fill(this.status, "Your browser blocked copying. Copy it from here:");
      box.focus();
      box.select();
    }
  }

  clear() {
    fill(this.element, this.status);
    fill(this.status);
  }
}

export function toolButton(label: string, onclick: () => unknown) {
  return h("button.tool-button", { onclick }, label);
}
