/** How often figures are asked for again while the page is looked at. */
export const REFRESH_MS = 3000;
/** Where recent figures move little: months and domains. */
export const SLOW_REFRESH_MS = 10_000;
