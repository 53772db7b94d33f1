import { fill, h } from "../dom.ts";

/** Copies texts and says so. Where the browser blocks it, the text is shown to copy by hand. */
export class Copying {
  readonly status = h("p.copy-status", { role: "status" });
  readonly element = h("div.copying", this.status);

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

/** Fills `place` with a table of choices, or with the text `none` where there are no rows. */
export function fillTable(
  place: HTMLElement,
  { columns, none }: { columns: readonly string[]; none: string },
  rows: readonly HTMLElement[],
) {
  if (rows.length === 0) return fill(place, h("p.tool-empty", none));
  const names = columns.map((name) => h("th", { scope: "col" }, name));
  const head = h("tr", h("th", h("span.unseen", "Choose")), names);
  fill(place, h("table", h("thead", head), h("tbody", rows)));
}

export function toolButton(label: string, onclick: () => unknown) {
  return h("button.tool-button", { onclick }, label);
}
