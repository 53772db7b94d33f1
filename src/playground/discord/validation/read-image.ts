import { pictureType } from "../../../base/picture/picture-type.ts";
import type { Json } from "../json.ts";
import type { FaultList } from "./api-error.ts";

const DATA = /^data:image\/\w+;base64,([A-Za-z0-9+/]+={0,2})$/;

/** Returns the body's `image`; adds a fault where its bytes are no picture, whatever type it claims. */
export function readImage({ image }: Json, faults: FaultList) {
  const bytes = Buffer.from(DATA.exec(String(image))?.[1] ?? "", "base64");
  const contentType = pictureType(bytes) ?? "";
  if (image !== undefined && contentType === "") faults.add(["image"], "IMAGE_INVALID");
  return { contentType, bytes };
}
