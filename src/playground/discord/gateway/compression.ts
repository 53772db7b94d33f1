import { constants, createDeflate } from "node:zlib";

/** Returns a sender that compresses into one zlib stream and flushes each message, so that it can be read at once. */
export function zlibStream(send: (bytes: Uint8Array) => void): (text: string) => void {
  const deflate = createDeflate({ flush: constants.Z_SYNC_FLUSH });
  const waiting: string[] = [];
  let isBusy = false;
  const next = (): void => {
    const text = waiting.shift();
    if (text === undefined) {
      isBusy = false;
      return;
    }
    isBusy = true;
    deflate.write(text);
    deflate.flush(constants.Z_SYNC_FLUSH, () => {
      const bytes = deflate.read() as Uint8Array | null;
      if (bytes !== null) send(bytes);
      next();
    });
  };
  return (text) => {
    waiting.push(text);
    if (!isBusy) next();
  };
}
