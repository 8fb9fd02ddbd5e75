/** What API keys may do, and how many there may be (spec/accounts#api-keys). */

/** Read; make and change proxies, sub-accounts and whitelists; spend. */
export const scopes = ["read", "proxies", "buy"] as const;
export type Scope = (typeof scopes)[number];

/** Of an account. */
export const mostApiKeys = 50;
/** That one key is allowed from. */
export const mostKeyNetworks = 20;
export const keyNameLength = 60;
/** The largest monthly limit, in cents. */
export const mostKeyCents = 1_000_000_000;
