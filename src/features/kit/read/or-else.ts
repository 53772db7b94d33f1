import { type ErrorCode, isMilepostError } from "../../../base/errors.ts";

/**
 * Returns the work's result, or `instead` where it fails with a MilepostError (with one of the given codes, if any).
 */
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
