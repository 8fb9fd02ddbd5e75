/** Path of the page where a person sets up a second factor voluntarily. */
export const TWO_FACTOR = "/two-factor";
