/** Forgets the webhooks of closed accounts. */
export { forget as forgetWebhooks } from "./store/webhooks.ts";
