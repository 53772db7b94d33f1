// Loaded before a program: its time on the wall is ahead of the system's by what stands in a file, in milliseconds.
import { readFileSync } from "node:fs";

const file = process.env["MILEPOST_TEST_AHEAD_FILE"] ?? "";
const LOOK_EVERY_MS = 10;
const RealDate = Date;
let aheadMs = 0;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + aheadMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + aheadMs;
  }
};

setInterval(() => {
  aheadMs = Number(readFileSync(file, "utf8"));
}, LOOK_EVERY_MS).unref();
