/** Addresses of ours that payments need. */
import type { Environment } from "@turnpike/contract/environment.ts";

/** Where all real providers' payments are opened: a route of ours, so that starting one asks nobody. */
export function payAddress(env: Environment, paymentId: string): string {
  return `${env.publicUrl}/pay/${paymentId}`;
}

/** Where the customer comes back to from a provider's page. */
export function returnAddress(env: Environment, paymentId: string, cancelled = false): string {
  const address = `${env.publicUrl}/cli/home?payment=${paymentId}`;
  return cancelled ? `${address}&cancelled=1` : address;
}
