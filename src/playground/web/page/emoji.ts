import { h } from "./dom.ts";

/** What Discord names in a button or a list, or writes as `<:name:id>`: one of its own has no id. */
export interface NamedEmoji {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** An emoji as Discord shows it. Its name stands where its picture does not come. */
export function emojiElement({ id, name }: NamedEmoji): HTMLElement {
  const label = name ?? "";
  if (!id) return h("span.emoji", label);
  const image = h("img.emoji", {
    src: `emojis/${id}.png`,
    alt: `:${label}:`,
    title: `:${label}:`,
    draggable: "false",
    onerror: () => image.replaceWith(h("span.emoji", `:${label}:`)),
  });
  return image;
}
