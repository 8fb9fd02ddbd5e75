/** Scopes and limits of API keys (spec/accounts#api-keys). */

/**
 * Read; create and change proxies, sub-accounts and whitelists; spend money; the rest of the
 * account's money (invoices, auto-renew, CDKeys, withdrawals); the account itself (webhooks,
 * alerts, logs, exports).
 */
export const scopes = ["read", "proxies", "buy", "money", "manage"] as const;
export type Scope = (typeof scopes)[number];

/** Per account. */
export const maxApiKeys = 50;
/** Networks that one key may be used from. */
export const maxKeyNetworks = 20;
export const keyNameLength = 60;
/** The largest monthly limit, in cents. */
export const maxKeyCents = 1_000_000_000;
