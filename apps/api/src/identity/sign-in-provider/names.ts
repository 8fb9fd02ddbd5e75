/** The names of the providers, as they write them. */
import type { Provider } from "@turnpike/contract/identity.ts";

export const providerNames: Record<Provider, string> = {
  google: "Google",
  github: "GitHub",
  linkedin: "LinkedIn",
};
