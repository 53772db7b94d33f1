import { fileUrl } from "../api.ts";
import { h } from "../dom.ts";

const COLORS = ["#5865f2", "#3ba55c", "#b5621b", "#c03a72", "#0f7c8a", "#8150c9"];

/** Returns a person's round picture, or their initial. Hidden from screen readers: the name is beside it. */
export function avatar(
  { id, name, avatarUrl }: { id: string; name: string; avatarUrl?: string | undefined },
  size: number = 40,
) {
  const place = h("span.avatar", { "aria-hidden": "true" }, initial(name));
  place.style.setProperty("--size", `${size}px`);
  place.style.setProperty("--tint", COLORS[Number(BigInt(/^\d+$/.test(id) ? id : 0) % 6n)] ?? "#5865f2");
  if (avatarUrl) {
    const image = h("img", {
      src: fileUrl(avatarUrl),
      alt: "",
      onerror: () => image.remove(),
      width: size,
      height: size,
    });
    place.append(image);
  }
  return place;
}

function initial(name: string) {
  return [...name.trim()][0]?.toUpperCase() ?? "?";
}
