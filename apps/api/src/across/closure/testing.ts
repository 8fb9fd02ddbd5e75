/** Helpers for tests of account closure. */
import { mailedCode } from "../../identity/mfa/testing.ts";
import type { Customer, Fields, CallResult, TestShop } from "../../identity/session/testing.ts";

/** The fields of a closure: the customer's password and a newly mailed code. */
export async function cancelFields(
  shop: TestShop,
  customer: Customer,
  more: Fields = {},
): Promise<Fields> {
  const email = String(more.email ?? customer.email);
  await customer.get("mailCode", { scene: "cancel", email });
  const code = await mailedCode(shop, email);
  return { password: customer.password, confirm: 1, code, ...more };
}

/** Closes the account and returns the call's result. */
export async function closeCustomer(
  shop: TestShop,
  customer: Customer,
): Promise<CallResult<"cancel">> {
  return customer.ask("cancel", await cancelFields(shop, customer));
}
