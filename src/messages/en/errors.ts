/** What went wrong and what to do next, by error code. */
export const errors = {};
