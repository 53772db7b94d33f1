import type { Json } from "../json.ts";
import type { FaultList } from "./api-error.ts";

const DATA = /^data:image\/\w+;base64,([A-Za-z0-9+/]+={0,2})$/;
/** How a file of each type begins, as bytes in hex: it counts, not what it is said to be. */
const TYPES: readonly (readonly [type: string, begins: RegExp])[] = [
  ["image/png", /^89504e47/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** The `image` of a body; a fault where it is none. */
export function readImage({ image }: Json, faults: FaultList) {
  const [, data = ""] = DATA.exec(String(image)) ?? [];
  const bytes = Buffer.from(data, "base64");
  const start = bytes.toString("hex", 0, 12);
  const contentType = TYPES.find(([, begins]) => begins.test(start))?.[0] ?? "";
  if (image !== undefined && contentType === "") faults.add(["image"], "IMAGE_INVALID");
  return { contentType, bytes };
}
