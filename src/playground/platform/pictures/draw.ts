import { drawBanner } from "./banners.ts";
import { drawAvatar, drawIcon, drawRating } from "./icons.ts";

export type Drawing =
  | { readonly kind: "avatar"; readonly key: string; readonly isWide: boolean }
  | { readonly kind: "banner"; readonly key: string }
  | { readonly kind: "icon"; readonly key: string; readonly sign: string; readonly rarity: number }
  | { readonly kind: "rating" };

/** Returns the drawing as PNG. A banner takes a fifth of a second. */
export function draw(drawing: Drawing): Buffer {
  switch (drawing.kind) {
    case "avatar":
      return drawAvatar(drawing.key, drawing.isWide);
    case "banner":
      return drawBanner(drawing.key);
    case "icon":
      return drawIcon(drawing.key, drawing.sign, drawing.rarity);
    case "rating":
      return drawRating();
  }
}
