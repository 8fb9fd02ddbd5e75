import type { Provider } from "@turnpike/contract/identity.ts";

/** Company names, which are not translated. */
export const providerNames: Record<Provider, string> = {
  google: "Google",
  github: "GitHub",
  linkedin: "LinkedIn",
};
/** Not imported from the contract, which would add all its schemas to the bundle. */
export const providers = Object.keys(providerNames) as Provider[];
