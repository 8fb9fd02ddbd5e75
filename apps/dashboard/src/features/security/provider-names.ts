import type { Provider } from "@turnpike/contract/identity.ts";

/** Names of companies: the same in every language. */
export const providerNames: Record<Provider, string> = {
  google: "Google",
  github: "GitHub",
  linkedin: "LinkedIn",
};
/** The contract's list again: its own would bring all that reads calls along. */
export const providers = Object.keys(providerNames) as Provider[];
