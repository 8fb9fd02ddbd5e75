/** Our own URLs used in payments. */
import type { Environment } from "@turnpike/contract/environment.ts";

/** Where real providers' payments are opened: our own route, so starting one sends no request. */
export function payAddress(env: Environment, paymentId: string): string {
  return `${env.publicUrl}/pay/${paymentId}`;
}

/** Where a provider's page sends the customer back to. */
export function returnAddress(env: Environment, paymentId: string, cancelled = false): string {
  const address = `${env.publicUrl}/cli/home?payment=${paymentId}`;
  return cancelled ? `${address}&cancelled=1` : address;
}
