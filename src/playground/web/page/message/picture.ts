import { fileUrl } from "../api.ts";
import { h } from "../dom.ts";
import { icon } from "../icons.ts";

/** Returns a picture in reserved space, through the page's own origin; its description if it fails to load. */
export function picture(
  shown: {
    url: string;
    description?: string | null | undefined;
    width?: number | null | undefined;
    height?: number | null | undefined;
  },
  className: string,
) {
  const { url, description, width, height } = shown;
  const alt = description ?? "";
  const image = h("img", {
    src: fileUrl(url),
    alt,
    width: width ?? undefined,
    height: height ?? undefined,
    loading: "lazy",
    decoding: "async",
    onload: () => image.classList.add("drawn"),
    onerror: () => frame.replaceWith(missing(alt, className)),
  });
  const frame = h(
    "button.picture",
    {
      "aria-label": alt === "" ? "Open picture" : `Open picture: ${alt}`,
      onclick: () => enlarge(url, alt),
    },
    image,
  );
  frame.classList.add(className);
  if (width && height) frame.style.setProperty("--ratio", `${width / height}`);
  return frame;
}

function missing(alt: string, className: string) {
  const place = h("div.picture-missing", icon("file", 20), h("span", alt || "This picture didn't load."));
  place.classList.add(className);
  return place;
}

function enlarge(url: string, alt: string) {
  const dialog = h(
    "dialog.lightbox",
    { "aria-label": alt || "Picture", onclick: () => dialog.close(), onclose: () => dialog.remove() },
    h("figure", h("img", { src: fileUrl(url), alt }), alt && h("figcaption", alt)),
    h("button.icon-button", { "aria-label": "Close", autofocus: true }, icon("close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}
