/** In pixels, as a picture's file says. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}
