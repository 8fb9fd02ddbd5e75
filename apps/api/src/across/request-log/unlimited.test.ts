import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { beforeAll, expect, it } from "vitest";
import { endPlan, givePlan, type GivePlanOptions } from "../../products/unlimited/give-testing.ts";
import { releaseEnded } from "../../products/unlimited/end.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { requestRow, startHubApi, withSubAccount } from "./testing.ts";

const api = forTests(startHubApi);
let link: GatewayLink;
beforeAll(async () => {
  link = await api.gateway();
}, 60_000);

const send = async (rows: Parameters<typeof requestRow>[0][]) => {
  const fields = { gateway: "g1", epoch: "e1", rows: rows.map(requestRow), dropped: 0 };
  return (await link.ask("requests", fields)).kept;
};

it("The log shows a port's account and kind; the filter finds all rows of a name, even closed ports'", async () => {
  const ada = await withSubAccount(api, "AdaShared1");
  const { session, id: accountId } = ada;
  const give = (given: GivePlanOptions) => givePlan(api.services, accountId, given);
  const plan = await give({ quantity: 2 });
  const wide = await give({ kind: "bandwidth" });
  const [first = "", second = ""] = plan.portIds;
  const third = wide.portIds[0] ?? "";
  const rename = (ids: string, account: string) =>
    api.send("upport", { session, ids, rotationMinutes: 5, account });
  await rename(first, "AdaShared1");
  await rename(second, "AdaOther01");
  const question = { session, planId: wide.id, rotationMinutes: 5, account: "AdaOther01" };
  await api.send("upbandwidth", question);
  const [fixed = ""] = await giveStatics(api.services, accountId, { account: "AdaOther01" });
  const at = Date.now() - 10_000;
  const sent = [ada.sub, first, second, third, fixed].map((subAccountId, index) => {
    return { id: `row${index}`, at: at + index, accountId, subAccountId };
  });
  expect(await send(sent)).toBe(5);
  const items = async (fields: Record<string, string> = {}) =>
    (await api.send("requestLog", { session, ...fields })).data.items.map(
      ({ id, account, product }) => [id, account, product],
    );
  const all = [
    ["row4", "AdaOther01", "static"],
    ["row3", "AdaOther01", "bandwidth"],
    ["row2", "AdaOther01", "port"],
    ["row1", "AdaShared1", "port"],
    ["row0", "AdaShared1", "traffic"],
  ];
  expect(await items()).toEqual(all);
  expect(await items({ account: "adaother01" })).toEqual(all.slice(0, 3));
  expect(await items({ account: "ADASHARED1" })).toEqual(all.slice(3));
  await endPlan(api.services, plan.id, -86_400_001);
  await releaseEnded(api.services);
  expect(await items({ account: "adaother01" })).toEqual(all.slice(0, 3));
  const stranger = await api.register();
  const foreign = { session: stranger.session, account: "AdaOther01" };
  expect((await api.send("requestLog", foreign)).code).toBe(404);
});

it("A row is not named after another account's port", async () => {
  const [bea, cleo] = [await api.register(), await api.register()];
  const plan = await givePlan(api.services, bea.id);
  await send([{ id: "stolen", accountId: cleo.id, subAccountId: plan.portIds[0] ?? "" }]);
  const { data } = await api.send("requestLog", { session: cleo.session });
  expect(data.items).toMatchObject([{ id: "stolen", account: "", product: "traffic" }]);
});
