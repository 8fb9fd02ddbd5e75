/** Shared by tests that need the second factor: an authenticator app, and received mails. */
import { Secret, TOTP } from "otpauth";
import { codeMailedTo, type Customer, type TestShop } from "../session/testing.ts";

/** The code an app shows at the product's time, or `stepsOff` steps (30 s) later. */
export function totpCode(shop: TestShop, secret: string, stepsOff = 0): string {
  const timestamp = shop.services.world.now() + stepsOff * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

export interface BoundMfa {
  secret: string;
  recoveryCodes: string[];
  ended: number;
  /** An unused code: moves the clock a step on first. */
  fresh: () => Promise<string>;
}

/** Binds MFA as the settings do. */
export async function bindMfaOf(shop: TestShop, customer: Customer): Promise<BoundMfa> {
  const { secret } = await customer.get("mfaSecret");
  const bound = await customer.get("bindMFa", { code: totpCode(shop, secret) });
  const fresh = async () => {
    await shop.pass(30);
    return totpCode(shop, secret);
  };
  return { secret, ...bound, fresh };
}

/** A new customer who bound MFA, what that answered, and its parts. */
export async function mfaCustomer(shop: TestShop) {
  const customer = await shop.customer();
  const mfa = await bindMfaOf(shop, customer);
  return { customer, mfa, ...mfa };
}

export interface ReadMail {
  to: string;
  subject: string;
  text: string;
}

/** The lab's mails to an address, newest first. */
export async function mailsTo(shop: Pick<TestShop, "url">, address: string): Promise<ReadMail[]> {
  const answer = await fetch(`${shop.url}/lab/mails?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as ReadMail[];
}

/** The six digits of the newest mail to an address. */
export const mailedCode = (shop: TestShop, address: string) => codeMailedTo(shop.url, address);
