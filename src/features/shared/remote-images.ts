/** Pictures of the platform, for cards. */
export interface RemoteImages {
  /** Returns the bytes of a picture that is fit to be decoded; undefined: draw without it. Never rejects. */
  get(url: string | undefined, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}
