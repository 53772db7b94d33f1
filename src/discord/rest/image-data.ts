import { pictureType } from "../../base/picture/picture-type.ts";

/** Returns a picture as Discord takes it in JSON, a data URI; undefined for what is none. */
export function imageData(bytes: Uint8Array): string | undefined {
  const data = Buffer.from(bytes);
  const type = pictureType(data);
  return type === undefined ? undefined : `data:${type};base64,${data.toString("base64")}`;
}
