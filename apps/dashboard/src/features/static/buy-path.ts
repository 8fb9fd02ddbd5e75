import { skuOf, type Term } from "./term.ts";

/** Where credits are bought: the purchase dialog of the home page, at this period. */
export const buyPath = (term: Term, days: number): string => `/cli/home?buy=${skuOf(term, days)}`;
