import type { Orientation } from "./read-orientation.ts";

/** In pixels, from a picture's header. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** Where the stored rows don't lie as they are shown. The size is that of the picture as it is shown. */
  readonly orientation?: Exclude<Orientation, 1>;
}
