/** Texts of the Discord runtime itself: refusals, paging, expired controls. */
export const runtime = {};
