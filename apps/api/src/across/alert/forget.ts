/** Forgets the alerts of closed accounts, and when they wanted to be told. */
export { forget as forgetAlerts } from "./store.ts";
