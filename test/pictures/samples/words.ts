/** Names as they come: longer than any card, in many scripts, and from right to left. */
export const LONG =
  "A Most Extraordinarily Long Celebration of the Lantern Keepers and Everybody They Ever Met on the Salt Road";
export const ODD = "xX_Ж日本_Łukasz_العربية_Xx";
export const ARABIC = "مهرجان الفوانيس 2026";
