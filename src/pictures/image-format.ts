export type ImageFormat = "png" | "webp";
