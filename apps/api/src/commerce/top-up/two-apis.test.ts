/** Auto top-up at the edge of a month, with two APIs whose clocks differ (spec/money#auto-top-up). */
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { type Api, startApi } from "../../app.ts";
import { askFrom } from "../../identity/session/testing.ts";
import { startStripeCardsPeer } from "../payment-provider/card/testing-stripe-cards.ts";
import { usePeer, visit } from "../payment-provider/testing.ts";
import { topUpWallets } from "./job.ts";

const at = usePeer(startStripeCardsPeer, "/webhooks/stripe");
let second: Api | undefined;
afterAll(() => second?.stop());

async function startSecond(): Promise<Api> {
  const { shop, peer } = at;
  const own = { PORT: "0", LOOKUP_PORT: "0", DATA_DIR: shop.dataDir, LOG_LEVEL: "silent" };
  const env = readEnvironment({ ...own, ...peer.env });
  const log = pino({ level: "silent" });
  return startApi({ env, databaseUrl: shop.databaseUrl, log, jobs: false });
}

it("The month's limit is exact while orders empty the wallet at both", async () => {
  const { shop, peer } = at;
  const customer = await shop.customer({ lasting: true });
  const { to } = await visit((await customer.get("cardAdd")).url);
  await visit(peer.enter(to, "pays").back);
  const [card] = (await customer.get("cards")).items;
  const plan = { thresholdCents: 1_000, amountCents: 5_000, monthCents: 10_000 };
  const proof = { cardId: card?.id ?? "", password: customer.password };
  await customer.get("autoTopUp", { enabled: 1, ...plan, ...proof });
  const now = new Date(shop.services.world.now());
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  await shop.pass(Math.floor((nextMonth - now.getTime()) / 1_000) - 30);
  second = await startSecond();
  const apis = [shop, second];
  /** Both sell whatever the wallet has, and look at the same time. */
  const sellOut = async () => {
    const orders = apis.flatMap(({ url }) =>
      Array.from({ length: sized(3, 8) }, () =>
        askFrom(url, { ip: "127.0.0.1" })("placeOrder", {
          session: customer.session,
          sku: "traffic-standard",
          quantity: 3,
          method: "wallet",
        }),
      ),
    );
    const looks = apis.flatMap(({ services }) => [topUpWallets(services), topUpWallets(services)]);
    await Promise.all([...orders, ...looks]);
    await shop.fund(customer.id, -(await customer.get("member")).walletCents);
  };
  for (let times = 0; times < 3; times++) await sellOut();
  expect(peer.paid).toHaveLength(2);
  // The first is in the next month, the second still in this one.
  shop.services.world.setOffset(shop.services.world.offsetMs() + 60_000);
  for (let times = 0; times < 3; times++) await sellOut();
  const { rows } = await sql`
    select month, sum(cents)::int as cents, count(*)::int as charges from top_up
    where state = 'paid' group by 1 order by 1`.execute(shop.db);
  expect(rows.map((row) => Object.values(row as object).slice(1))).toEqual([
    [10_000, 2],
    [10_000, 2],
  ]);
  expect(peer.paid).toHaveLength(4);
  expect((await verifyAccounting(shop.db)).difference).toBeNull();
}, 120_000);
