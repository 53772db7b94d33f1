/** Bytes that begin as a PNG does and differ by their number; nobody draws them. */
export function png(number: number, size = 64): Uint8Array {
  const bytes = Buffer.alloc(size);
  bytes.write("89504e470d0a1a0a", "hex");
  bytes.writeUInt32BE(number, 12);
  return bytes;
}
