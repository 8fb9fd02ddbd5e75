/** Shared by tests of mailed codes. */
import { mailedCode } from "../mfa/testing.ts";
import type { Customer, TestShop } from "../session/testing.ts";

let made = 0;
/** An address without an account. */
export const freshAddress = () => `second${++made}@example.com`;

/** Six digits that differ from the code. */
export const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

/** Requests a code for an unused address; returns both, as fields of `secureMail`. */
export async function askSecure(shop: TestShop, customer: Customer) {
  const email = freshAddress();
  await customer.get("mailCode", { scene: "secureMail", email });
  return { email, code: await mailedCode(shop, email) };
}
