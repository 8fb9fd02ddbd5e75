/**
 * The quarter of an invented seller in Germany, added up as an accountant would: from what buyers
 * paid, with a table of rates and arithmetic of this file's own (spec/tax#report).
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { taxReportCsv } from "../../across/operator/read/tax-report.ts";
import { operateJson } from "../../across/operator/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { drivenPayment, refundOf, settled } from "../refund/testing.ts";
import { buyerIn, setScheme, taxOwed } from "./testing.ts";

const CUSTOMERS = sized(36, 200);
/** Tenths of a percent, as each country's tax office names them. */
const rates: Record<string, number> = {
  DE: 190,
  FR: 200,
  IT: 220,
  ES: 210,
  FI: 255,
  HU: 270,
  IE: 230,
  LU: 170,
  SE: 250,
  PL: 230,
  US: 0,
  CH: 0,
};
const countries = Object.keys(rates);

const shop = forTests(startShop);
beforeAll(async () => {
  await setScheme(shop, { scheme: "oss", sellerCountry: "DE" });
});

/** Half up, of integers below 2^53 ÷ 10. */
const share = (cents: number, part: number, whole: number) =>
  Math.floor((2 * cents * part + whole) / (2 * whole));

const nothing = { creditNotes: 0, creditNetCents: 0, creditTaxCents: 0 };
const book = new Map<string, Record<string, number>>();
function add(line: string, sums: Record<string, number>): void {
  const before = book.get(line) ?? {};
  for (const [name, cents] of Object.entries(sums)) before[name] = (before[name] ?? 0) + cents;
  book.set(line, before);
}

interface Sold {
  orderNo: string;
  paymentId: string;
  cents: number;
  taxCents: number;
  line: string;
}

async function sell(
  buyer: Customer,
  what: { country: string; company: boolean; quantity: number; method: "wallet" | "card" },
): Promise<Sold> {
  const { country, company, quantity, method } = what;
  const asked = { sku: "traffic-standard", quantity, method };
  const { order, paymentId = "" } = await buyer.get("placeOrder", asked);
  const cents = order.amountCents;
  if (method === "card") await drivenPayment(shop, paymentId).tell(settled(cents));
  const rate = company ? 0 : (rates[country] ?? 0);
  const taxCents = share(cents, rate, 1000 + rate);
  const abroad = rate === 0 ? "outside" : "oss";
  const treatment = company ? "reverseCharge" : country === "DE" ? "domestic" : abroad;
  const line = `${country} ${rate / 10} ${treatment}`;
  add(line, { netCents: cents - taxCents, taxCents, orders: 1 });
  return { orderNo: order.orderNo, paymentId, cents, taxCents, line };
}

function giveBack({ cents, taxCents, line }: Sold, part: number): void {
  const tax = share(taxCents, part, cents);
  add(line, { creditNotes: 1, creditNetCents: part - tax, creditTaxCents: tax });
}

const answered = (id: string, valid: boolean) =>
  sql`update vat_id set valid = ${valid}, answered_at = ${new Date(shop.services.world.now())}
    where id = ${id}`.execute(shop.db);

it(`The report of a quarter of ${CUSTOMERS} customers in 12 countries adds up, and is what the ledger owes`, async () => {
  for (let at = 0; at < CUSTOMERS; at++) {
    const country = countries[at % countries.length] ?? "DE";
    const company = country === "FR" && at % 24 === 1;
    const vatId = `FRXX${100_000_000 + at}`;
    const buyer = await buyerIn(shop, country, company ? { vatId } : {});
    if (company) await answered(vatId, true);
    const quantity = 2 + (at % 7);
    const sold = await sell(buyer, { country, company, quantity, method: "wallet" });
    if (at % 7 === 3) {
      await refundOf(shop, sold.orderNo, 133);
      giveBack(sold, 133);
    }
    if (at % 11 === 5) {
      const whole = await sell(buyer, { country, company, quantity: 3, method: "wallet" });
      await refundOf(shop, whole.orderNo);
      giveBack(whole, whole.cents);
    }
    // An id that turned invalid: the same company is taxed from then on.
    if (at === 1) {
      await answered(vatId, false);
      await sell(buyer, { country, company: false, quantity: 5, method: "wallet" });
    }
    if (at === 2) {
      const disputed = await sell(buyer, { country, company, quantity: 9, method: "card" });
      await drivenPayment(shop, disputed.paymentId).giveBack(null, { kind: "dispute" });
      giveBack(disputed, disputed.cents);
    }
  }
  const now = new Date(shop.services.world.now());
  const quarter = `${now.getUTCFullYear()}Q${Math.floor(now.getUTCMonth() / 3) + 1}`;
  const { said } = await operateJson(shop.services, "tax", "report", "--quarter", quarter);
  // For who wants to add it up by hand.
  if (isFull) process.stdout.write(taxReportCsv(said));
  const reported = said.rows.map(
    ({ country, percent, treatment, ...sums }: Record<string, string | number>) => [
      `${country} ${percent} ${treatment}`,
      sums,
    ],
  );
  expect(Object.fromEntries(reported)).toEqual(
    Object.fromEntries([...book].map(([line, sums]) => [line, { ...nothing, ...sums }])),
  );
  const owed: Record<string, number> = {};
  for (const [line, { taxCents = 0, creditTaxCents = 0 }] of book) {
    const country = line.slice(0, 2);
    if (taxCents > 0) owed[country] = (owed[country] ?? 0) + taxCents - creditTaxCents;
  }
  expect(await taxOwed(shop)).toEqual(owed);
  expect((await verifyAccounting(shop.db)).difference).toBeNull();
}, 240_000);
