/** Where a second factor is bound by one's own choice. */
export const TWO_FACTOR = "/two-factor";
