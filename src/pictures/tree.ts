/**
 * The parts of a card, for any renderer: flex boxes, texts, pictures and drawings. Lengths are pixels on a canvas 520
 * wide.
 */
export type Node = Box | Text | Picture | Drawing;

/** The whole card. */
export interface Canvas extends Box {
  readonly style: BoxStyle & { readonly width: number; readonly height: number };
}

export interface Box {
  readonly type: "box";
  readonly style: BoxStyle;
  readonly children: readonly Node[];
}

export interface Text {
  readonly type: "text";
  readonly text: string;
  readonly style: TextStyle;
  /** The text's room: it shrinks to `min` (its own size by default), then is cut between graphemes. */
  readonly fit?: { readonly width: number; readonly min?: number; readonly lines?: number } | undefined;
}

/** A picture that covers its box. Only inspected bytes may be used. */
export interface Picture {
  readonly type: "picture";
  readonly bytes: Uint8Array;
  readonly style: PictureStyle;
}

/** Lines and shapes as SVG. */
export interface Drawing {
  readonly type: "drawing";
  readonly svg: string;
  readonly style: PlaceStyle & { readonly width: number; readonly height: number };
}

export type Fill = string | LinearGradient | RadialGradient;
type Stops = readonly (readonly [color: string, at: number])[];

/** 0 degrees points up, 90 right. Stops are from 0 to 1. */
export interface LinearGradient {
  readonly angle: number;
  readonly stops: Stops;
}

/** From a point, in shares of the box, to a radius in pixels. */
interface RadialGradient {
  readonly center: readonly [x: number, y: number];
  readonly radius: readonly [x: number, y: number];
  readonly stops: Stops;
}

export interface PlaceStyle {
  readonly width?: number;
  readonly height?: number;
  readonly minWidth?: number;
  readonly grow?: number;
  /** Positioned absolutely, at these distances from the edges of the nearest box. */
  readonly at?: {
    readonly left?: number;
    readonly top?: number;
    readonly right?: number;
    readonly bottom?: number;
  };
  readonly opacity?: number;
  readonly margin?: Sides;
}

/** All four, or [vertical, horizontal], or [top, right, bottom, left]. */
export type Sides = number | readonly [number, number] | readonly [number, number, number, number];

export interface BoxStyle extends PlaceStyle {
  readonly direction?: "row" | "column";
  readonly align?: "start" | "center" | "end" | "stretch" | "baseline";
  readonly justify?: "start" | "center" | "end" | "between";
  readonly gap?: number;
  readonly padding?: Sides;
  /** The first is on top. */
  readonly fill?: Fill | readonly Fill[];
  readonly border?: { readonly color: string; readonly width: number };
  readonly radius?: number;
  /** Clips overflowing content; never used around text, whose descenders it would cut. */
  readonly clips?: boolean;
  readonly shadow?: string;
}

interface PictureStyle extends PlaceStyle {
  readonly radius?: number;
  readonly border?: { readonly color: string; readonly width: number };
  /** A brightness factor; 1 by default. */
  readonly brightness?: number;
  readonly blur?: number;
  /** Visible where the mask is opaque. */
  readonly mask?: LinearGradient | RadialGradient;
  /** The point that stays visible when it is cropped, in shares. */
  readonly focus?: readonly [x: number, y: number];
}

export interface TextStyle extends PlaceStyle {
  readonly size: number;
  readonly weight: number;
  readonly color: string;
  /** A multiple of the size; 1.25 by default. */
  readonly lineHeight?: number;
  /** A multiple of the size; by default 0 below 28 px and -0.01 above. */
  readonly spacing?: number;
  /** Figures of equal width, for plain numbers only. */
  readonly isTabular?: boolean;
  readonly align?: "left" | "center" | "right";
  readonly shadow?: string;
}

/** Accepted wherever a part is; `undefined` and `false` are left out. */
export type Child = Node | undefined | false;

export function box(style: BoxStyle, ...children: readonly Child[]): Box {
  return { type: "box", style, children: children.filter((child) => child !== undefined && child !== false) };
}

export function row(style: BoxStyle, ...children: readonly Child[]): Box {
  return box({ direction: "row", align: "center", ...style }, ...children);
}

export function column(style: BoxStyle, ...children: readonly Child[]): Box {
  return box({ direction: "column", ...style }, ...children);
}

export function text(content: string, style: TextStyle, fit?: Text["fit"]): Text {
  return { type: "text", text: content, style, ...(fit !== undefined && { fit }) };
}

export function drawing(svg: string, style: Drawing["style"]): Drawing {
  return { type: "drawing", svg, style };
}

export function picture(bytes: Uint8Array, style: Picture["style"]): Picture {
  return { type: "picture", bytes, style };
}

/** Returns shapes as an SVG of this size. */
export function svgOf(width: number, height: number, shapes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
}
