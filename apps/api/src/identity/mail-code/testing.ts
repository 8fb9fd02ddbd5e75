/** What tests of mailed codes share. */
import { mailedCode } from "../mfa/testing.ts";
import type { Customer, TestShop } from "../session/testing.ts";

let made = 0;
/** An address that nobody has. */
export const freshAddress = () => `second${++made}@example.com`;

/** Six digits that are not these. */
export const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

/** Asks for a code to an address that nobody has; answers both, as `secureMail` wants them. */
export async function askSecure(shop: TestShop, customer: Customer) {
  const email = freshAddress();
  await customer.get("mailCode", { scene: "secureMail", email });
  return { email, code: await mailedCode(shop, email) };
}
