import { type ErrorCode, isMilepostError } from "../../base/errors.ts";

/** What this gives; `instead` where it fails with a MilepostError, of one of these codes where some are named. */
export async function orElse<T, Instead>(
  work: Promise<T>,
  instead: Instead,
  ...codes: readonly ErrorCode[]
): Promise<T | Instead> {
  try {
    return await work;
  } catch (error) {
    if (isMilepostError(error) && (codes.length === 0 || codes.includes(error.code))) return instead;
    throw error;
  }
}
