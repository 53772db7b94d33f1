import { h } from "./dom.ts";

/** An emoji of Discord's components, or of `<:name:id>`. Unicode emojis have no id. */
export interface NamedEmoji {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** Returns an emoji as Discord shows it; its name if the picture fails to load. */
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
