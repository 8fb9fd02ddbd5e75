import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { alertJobs } from "../../across/alert/jobs.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { endPlan, givePlan } from "./give-testing.ts";

const shop = forTests(startShop);

const dayMs = 86_400_000;
const run = async () => {
  for (const job of alertJobs) await job.run(shop.services);
};
const notices = async (who: Customer, lang = "en") =>
  (await who.get("headerInit", { lang })).notices.filter(({ kind }) => kind === "alert");
const watching = async (expiryDays: number) => {
  const customer = await shop.customer();
  await customer.get("alerts", { thresholds: JSON.stringify({ expiryDays }) });
  return customer;
};

it("an alert reports once, in the user's language and with a link, that a plan ends soon", async () => {
  const ada = await watching(3);
  const plan = await givePlan(shop.services, ada.id, { quantity: 2 });
  const wide = await givePlan(shop.services, ada.id, { kind: "bandwidth", region: "asia" });
  await run();
  expect(await notices(ada)).toEqual([]);
  await endPlan(shop.services, plan.id, 3 * dayMs - 60_000);
  await run();
  await run();
  expect(await notices(ada)).toMatchObject([
    {
      title: expect.stringContaining(`Port plan Europe (${plan.order_no}) ends on `),
      to: "/cli/unlimit-proxies",
    },
  ]);
  expect((await mailsTo(shop, ada.email)).map(({ text }) => text).join()).toContain(plan.order_no);
  await endPlan(shop.services, wide.id, dayMs);
  await run();
  const german = (await notices(ada, "de")).map(({ title, to }) => `${title} ${to}`);
  const [one = ""] = german.filter((title) => title.includes("Asien"));
  expect(one).toContain(`Bandbreiten-Tarif Asien (${wide.order_no}) endet am`);
  expect(one).toContain("/cli/unlimit-bandwidth");
  // One is renewed and the other is over, so nothing ends soon.
  await endPlan(shop.services, plan.id, 30 * dayMs);
  await endPlan(shop.services, wide.id, -1);
  await run();
  expect(await notices(ada)).toEqual([]);
});

it("an alert set for longer ahead than the plan lasts is sent three days ahead", async () => {
  const bea = await watching(30);
  const plan = await givePlan(shop.services, bea.id, { days: 7 });
  await run();
  expect(await notices(bea)).toEqual([]);
  await endPlan(shop.services, plan.id, 3 * dayMs - 1);
  await run();
  expect(await notices(bea)).toHaveLength(1);
  await sql`update unlimited_plan set released_at = now() where id = ${plan.id}`.execute(shop.db);
  await run();
  expect(await notices(bea)).toEqual([]);
});
