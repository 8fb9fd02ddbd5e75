/**
 * Creates the demo: three months of a provider by the lab's clock, 60 days of one customer, with the product's own calls and real
 * traffic through its gateway.
 */
import type { Customer } from "../journeys/customer.ts";
import { advance } from "../journeys/person.ts";
import type { RunningProduct } from "../journeys/product.ts";
import { days, finish, login, signUp, subAccounts } from "./customer.ts";
import { fillConsole, makeOperator } from "./operator.ts";
import { joinOthers } from "./others.ts";
import { fetchThrough, type ProxyLogin, random } from "./traffic.ts";

const demoDays = 90;
/** The customer joins then. */
const firstDay = 30;
const stepsADay = 3;
/** Usage is counted in the hour in which it was carried; gateways count every 250 ms. */
const countedMs = 300;
const daySeconds = 86_400;
const countries = ["US", "US", "US", "DE", "DE", "GB", "FR", "JP", "NL", "BR"] as const;
/** Cumulative shares of requests by sub-account; the main one has most. */
const shares = [0.45, 0.75, 0.9, 1];
const megabyte = 1_000_000;

/** Returns the customer; calls `onDayDone` after each finished day. */
export async function makeDemo(
  product: RunningProduct,
  onDayDone: (text: string) => void,
): Promise<Customer> {
  await makeOperator(product);
  const next = random(20_261_126);
  let customer: Customer | undefined;
  for (let day = 0; day < demoDays; day += 1) {
    if (day === firstDay) customer = await signUp(product, login);
    const own = customer && days[day - firstDay]?.(customer, product);
    await Promise.all([own, joinOthers(product, { day, of: demoDays })]);
    for (let step = 0; step < stepsADay; step += 1) {
      if (customer) await carry(product, next, { day: day - firstDay, step });
      await new Promise((resolve) => setTimeout(resolve, customer ? countedMs : 0));
      if (day < demoDays - 1 || step < stepsADay - 1)
        await advance(product, daySeconds / stepsADay);
    }
    onDayDone(`day ${day + 1} of ${demoDays}`);
  }
  if (!customer) throw new Error("the demo's customer has joined by now");
  await finish(customer);
  await carryStatics(customer, product);
  await fillConsole(product);
  return customer;
}

/** A third of a day's traffic: more on weekdays than weekends and by day than night, growing slowly. */
async function carry(
  product: RunningProduct,
  next: () => number,
  { day, step }: { day: number; step: number },
): Promise<void> {
  const weekday = day % 7 < 5 ? 1 : 0.45;
  const busy = [0.6, 1.6, 1.1][step] ?? 1;
  const requests = Math.round(
    (2 + 3 * (day / (demoDays - firstDay))) * weekday * busy * (0.6 + next()),
  );
  const planned = Array.from({ length: requests }, () => {
    const at = next();
    const sub = subAccounts[shares.findIndex((share) => at < share)] ?? subAccounts[0];
    const country = countries[Math.floor(next() * countries.length)] ?? "US";
    const bytes = Math.round((0.3 + 2.2 * next() ** 2) * megabyte);
    // Port 25 and private addresses are blocked: typical mistakes of customers.
    const wrong = next() < 0.5 ? "http://10.0.0.1/" : "http://127.0.0.1:25/";
    const address = next() < 0.06 ? wrong : `${product.target}/bytes/${bytes}`;
    const proxy = gatewayLogin(product, `${sub.account}-region-${country}`, sub.password);
    return fetchThrough(proxy, address);
  });
  await Promise.all(planned);
  if (step === 1 && day % 9 === 4) {
    const limited = gatewayLogin(product, "partner007", "secret123");
    await fetchThrough(limited, `${product.target}/bytes/1000`);
  }
}

/** Some traffic through static IPs, each at its own address. */
async function carryStatics(customer: Customer, product: RunningProduct): Promise<void> {
  const { items } = await customer.ask("staticUseList", { limit: 100, status: "active" });
  for (const { host, port, account, password } of items) {
    if (port === 0) continue;
    const proxy = { host, port, user: account, password };
    await fetchThrough(proxy, `${product.target}/bytes/${2 * megabyte}`);
  }
}

function gatewayLogin(product: RunningProduct, user: string, password: string): ProxyLogin {
  const { hostname, port } = new URL(`http://${product.gateway}`);
  return { host: hostname, port: Number(port), user, password };
}
