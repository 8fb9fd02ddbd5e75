/** The providers' names, in their own spelling. */
import type { Provider } from "@turnpike/contract/identity.ts";

export const providerNames: Record<Provider, string> = {
  google: "Google",
  github: "GitHub",
  linkedin: "LinkedIn",
};
