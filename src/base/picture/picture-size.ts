/** In pixels, from a picture's header. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}
