/** The demo's other customers: they join over three months, and buy something. */
import type { RunningProduct } from "../journeys/product.ts";
import { login, order, pay, signUp } from "./customer.ts";

const companies =
  "alder birch cedar dune ember fjord grove harbour iris juniper kestrel lagoon meadow nimbus opal " +
  "pine quartz river summit tundra umber valley willow xenon yarrow zephyr arcade beacon canyon " +
  "delta echo falcon garnet hollow indigo jetty knoll lumen";
/** The addresses of the other customers. */
export const others = companies.split(" ").map((name) => `team@${name}.example`);

const skus = ["traffic-standard", "static-30", "traffic-standard", "ip-enterprise"] as const;
const quantities = { "traffic-standard": 5, "static-30": 2, "ip-enterprise": 10_000 } as const;
/** Whose bank disputes the payment, in the last week. */
const DISPUTED = 36;

/** Lets the customer of a day join, if one does. */
export async function joinOthers(
  product: RunningProduct,
  { day, of }: { day: number; of: number },
): Promise<void> {
  const number = Math.ceil((day * others.length) / of);
  const email = others[number];
  if (!email || number >= ((day + 1) * others.length) / of) return;
  const customer = await signUp(product, { email, password: login.password });
  const sku = skus[number % skus.length] ?? "traffic-standard";
  const payUrl = await order(customer, sku, quantities[sku], number % 7 === 6 ? "failed" : "paid");
  if (number === DISPUTED) await pay(payUrl, "dispute");
}
