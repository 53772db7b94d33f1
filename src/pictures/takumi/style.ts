import type { Node as TakumiNode } from "@takumi-rs/core";

import { familiesFor } from "../fonts/families.ts";
import { breaksAtWords, withWordBorders } from "../text/clean.ts";
import { directionOf, isJoined } from "../text/direction.ts";
import { lineHeightOf } from "../text/fit.ts";
import type { BoxStyle, Fill, LinearGradient, Node, Picture, PlaceStyle, Sides, Text } from "../tree.ts";

type Style = NonNullable<TakumiNode["style"]>;

/** From this size on, letters use the font's display cut (its optical size axis). */
const DISPLAY_SIZE = 26;

const ALIGN = {
  start: "flex-start",
  center: "center",
  end: "flex-end",
  stretch: "stretch",
  baseline: "baseline",
};
const JUSTIFY = { start: "flex-start", center: "center", end: "flex-end", between: "space-between" };

/** Returns the tree in takumi's format. `nameOf` names the pictures. */
export function toTakumi(node: Node, locale: string, nameOf: (bytes: Uint8Array) => string): TakumiNode {
  switch (node.type) {
    case "box": {
      const children = node.children.map((child) => toTakumi(child, locale, nameOf));
      return { type: "container", style: boxStyle(node.style), children };
    }
    case "text":
      return textNode(node, locale);
    case "picture":
      return { type: "image", src: nameOf(node.bytes), style: pictureStyle(node) };
    case "drawing":
      return { type: "image", src: node.svg, style: { flexShrink: 0, ...placeStyle(node.style) } };
  }
}

/** Returns a text node; it wraps at `width`, or stays on one line without it. */
export function textNode(
  { text, style, fit }: Pick<Text, "text" | "style" | "fit">,
  locale: string,
): TakumiNode {
  const { size, weight, color, align = "left" } = style;
  const isDisplay = size >= DISPLAY_SIZE;
  const spacing = style.spacing ?? (isDisplay ? -0.01 : 0);
  const isWrapped = (fit?.lines ?? 1) > 1;
  return {
    type: "text",
    text: isWrapped ? withWordBorders(text) : text,
    dir: directionOf(text),
    style: {
      flexShrink: 0,
      ...placeStyle(style),
      ...(isWrapped && { maxWidth: fit?.width, textWrap: "balance", overflowWrap: "anywhere" }),
      ...(isWrapped && breaksAtWords(text) && { wordBreak: "keep-all" }),
      whiteSpace: isWrapped ? "normal" : "nowrap",
      fontFamily: familiesFor(text, locale).join(", "),
      fontSize: size,
      fontWeight: weight,
      color,
      lineHeight: lineHeightOf({ text, style }),
      textAlign: align,
      letterSpacing: isJoined(text) ? 0 : `${spacing}em`,
      ...(isDisplay && { fontVariationSettings: "'opsz' 32" }),
      ...(style.isTabular === true && { fontFeatureSettings: "'tnum'" }),
      ...(style.shadow !== undefined && { textShadow: style.shadow }),
    },
  };
}

function boxStyle(style: BoxStyle): Style {
  const { direction = "column", gap = 0, padding = 0, border, fill } = style;
  const fills = fill === undefined ? [] : typeof fill === "string" || "stops" in fill ? [fill] : fill;
  return {
    display: "flex",
    position: "relative",
    boxSizing: "border-box",
    flexDirection: direction,
    alignItems: ALIGN[style.align ?? "stretch"],
    justifyContent: JUSTIFY[style.justify ?? "start"],
    gap,
    padding: sides(padding),
    flexShrink: 0,
    ...placeStyle(style),
    ...(fills.length > 0 && { background: fills.map(fillCss).join(", ") }),
    ...(border !== undefined && { border: `${border.width}px solid ${border.color}` }),
    ...(style.radius !== undefined && { borderRadius: style.radius }),
    ...(style.clips === true && { overflow: "hidden" }),
    ...(style.shadow !== undefined && { boxShadow: style.shadow }),
  };
}

function pictureStyle({ style }: Picture): Style {
  const { brightness, blur, mask, focus = [0.5, 0.5], radius, border } = style;
  const filters = [
    ...(brightness === undefined ? [] : [`brightness(${brightness})`]),
    ...(blur === undefined ? [] : [`blur(${blur}px)`]),
  ];
  return {
    boxSizing: "border-box",
    flexShrink: 0,
    ...placeStyle(style),
    objectFit: "cover",
    objectPosition: focus.map(percent).join(" "),
    ...(radius !== undefined && { borderRadius: radius }),
    ...(border !== undefined && { border: `${border.width}px solid ${border.color}` }),
    ...(filters.length > 0 && { filter: filters.join(" ") }),
    ...(mask !== undefined && { maskImage: fillCss(mask) }),
  };
}

function placeStyle({ width, height, minWidth, grow, at, opacity, margin }: PlaceStyle): Style {
  return {
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(minWidth !== undefined && { minWidth }),
    ...(grow !== undefined && { flexGrow: grow, flexBasis: 0, minWidth: minWidth ?? 0 }),
    ...(at !== undefined && { position: "absolute", ...at }),
    ...(opacity !== undefined && { opacity }),
    ...(margin !== undefined && { margin: sides(margin) }),
  };
}

function sides(given: Sides): string {
  const list = typeof given === "number" ? [given] : given;
  return list.map((length) => `${length}px`).join(" ");
}

function fillCss(fill: Fill): string {
  if (typeof fill === "string") return `linear-gradient(${fill}, ${fill})`;
  if ("angle" in fill) return `linear-gradient(${fill.angle}deg, ${stops(fill.stops)})`;
  const [x, y] = fill.radius;
  return `radial-gradient(${x}px ${y}px at ${fill.center.map(percent).join(" ")}, ${stops(fill.stops)})`;
}

function stops(given: LinearGradient["stops"]): string {
  return given.map(([color, at]) => `${color} ${percent(at)}`).join(", ");
}

function percent(share: number): string {
  return `${String(Math.round(share * 10_000) / 100)}%`;
}
