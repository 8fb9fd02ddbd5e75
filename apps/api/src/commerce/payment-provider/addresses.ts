/** Our own URLs used in payments. */
import type { Environment } from "@turnpike/contract/environment.ts";

/** Where real providers' payments are opened: our own route, so starting one sends no request. */
export function payAddress(env: Environment, paymentId: string): string {
  return `${env.publicUrl}/pay/${paymentId}`;
}

/** Where the page to enter a card at is opened. */
export function cardAddress(env: Environment, setupId: string): string {
  return `${env.publicUrl}/pay/card/${setupId}`;
}

/** Where customers see their saved cards. */
export function cardsAddress(env: Environment): string {
  return `${env.publicUrl}/cli/setting?tab=cards`;
}

/** Where a provider's page sends the customer back to. */
export function returnAddress(env: Environment, paymentId: string, cancelled = false): string {
  const address = `${env.publicUrl}/cli/home?payment=${paymentId}`;
  return cancelled ? `${address}&cancelled=1` : address;
}
