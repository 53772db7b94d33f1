import { pictureType } from "../../base/picture/picture-type.ts";

/** Returns a picture as the data URI Discord takes in JSON; undefined for other bytes. */
export function imageData(bytes: Uint8Array): string | undefined {
  const data = Buffer.from(bytes);
  const type = pictureType(data);
  return type === undefined ? undefined : `data:${type};base64,${data.toString("base64")}`;
}
