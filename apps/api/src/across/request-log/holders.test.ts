import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { endPlan, givePlan, type GivePlanOptions } from "../../products/unlimited/give-testing.ts";
import { releaseEnded } from "../../products/unlimited/end.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { requestRow, startHubApi, withSubAccount } from "./testing.ts";

const api = forTests(startHubApi);
const link = forTests(() => api.gateway());

const send = async (rows: Parameters<typeof requestRow>[0][]) => {
  const fields = { gateway: "g1", epoch: "e1", rows: rows.map(requestRow), dropped: 0 };
  return (await link.ask("requests", fields)).kept;
};

/** A row of each holder, a millisecond apart: `row0`, `row1` … */
const sendOf = (accountId: string, holders: string[], at: number) =>
  send(
    holders.map((subAccountId, index) => {
      return { id: `row${index}`, at: at + index, accountId, subAccountId };
    }),
  );
/** What the log lists, by the session's filters. */
const itemsOf =
  (session: string) =>
  async (fields: Record<string, string> = {}) =>
    (await api.send("requestLog", { session, ...fields })).data.items.map(
      ({ id, account, product }) => [id, account, product],
    );

describe("/v1/requestLog of static IPs (spec/traffic-plan#request-log, spec/static#calls)", () => {
  it("shows the static IP's account and product; the filter finds all rows of an account name", async () => {
    const ada = await withSubAccount(api, "AdaShared1");
    const { session, id: accountId } = ada;
    const give = async (given: Parameters<typeof giveStatics>[2]) =>
      (await giveStatics(api.services, accountId, given))[0] ?? "";
    const long = await give({ account: "AdaShared1" });
    const other = await give({ account: "AdaOther1" });
    const short = await give({ term: "short", account: "AdaOther1" });
    const at = Date.now() - 10_000;
    expect(await sendOf(accountId, [ada.sub, long, other, short], at)).toBe(4);
    const items = itemsOf(session);
    const all = [
      ["row3", "AdaOther1", "short"],
      ["row2", "AdaOther1", "static"],
      ["row1", "AdaShared1", "static"],
      ["row0", "AdaShared1", "traffic"],
    ];
    expect(await items()).toEqual(all);
    expect(await items({ account: "adaother1" })).toEqual(all.slice(0, 2));
    expect(await items({ account: "ADASHARED1" })).toEqual(all.slice(2));
    // Also found by the address that targets saw.
    await send([
      { id: "seen", at: at + 9, accountId, subAccountId: long, exitIp: "198.51.100.77" },
    ]);
    expect(await items({ search: "51.100.77" })).toEqual([["seen", "AdaShared1", "static"]]);
    const unknown = await api.send("requestLog", { session, account: "Nobody001" });
    expect([unknown.code, unknown.data.reason]).toEqual([404, "subAccountNotFound"]);
    const stranger = await api.register();
    const foreign = { session: stranger.session, account: "AdaOther1" };
    expect((await api.send("requestLog", foreign)).code).toBe(404);
  });

  it("keeps the name of a deleted static IP, and the filter finds it", async () => {
    const { session, id: accountId } = await api.register();
    const [id = ""] = await giveStatics(api.services, accountId, {
      account: "BeaGone11",
      endsInMs: -1,
    });
    await send([{ id: "gone", accountId, subAccountId: id }]);
    expect((await api.send("staticDel", { session, ids: id })).code).toBe(0);
    const { data } = await api.send("requestLog", { session, account: "BeaGone11" });
    expect(data.items).toMatchObject([{ id: "gone", account: "BeaGone11", product: "static" }]);
  });
});

describe("/v1/requestLog of unlimited ports", () => {
  it("The log shows a port's account and kind; the filter finds all rows of a name, even closed ports'", async () => {
    const ada = await withSubAccount(api, "EveShared1");
    const { session, id: accountId } = ada;
    const give = (given: GivePlanOptions) => givePlan(api.services, accountId, given);
    const plan = await give({ quantity: 2 });
    const wide = await give({ kind: "bandwidth" });
    const [first = "", second = ""] = plan.portIds;
    const third = wide.portIds[0] ?? "";
    const rename = (ids: string, account: string) =>
      api.send("upport", { session, ids, rotationMinutes: 5, account });
    await rename(first, "EveShared1");
    await rename(second, "EveOther01");
    const question = { session, planId: wide.id, rotationMinutes: 5, account: "EveOther01" };
    await api.send("upbandwidth", question);
    const [fixed = ""] = await giveStatics(api.services, accountId, { account: "EveOther01" });
    const at = Date.now() - 10_000;
    expect(await sendOf(accountId, [ada.sub, first, second, third, fixed], at)).toBe(5);
    const items = itemsOf(session);
    const all = [
      ["row4", "EveOther01", "static"],
      ["row3", "EveOther01", "bandwidth"],
      ["row2", "EveOther01", "port"],
      ["row1", "EveShared1", "port"],
      ["row0", "EveShared1", "traffic"],
    ];
    expect(await items()).toEqual(all);
    expect(await items({ account: "eveother01" })).toEqual(all.slice(0, 3));
    expect(await items({ account: "EVESHARED1" })).toEqual(all.slice(3));
    await endPlan(api.services, plan.id, -86_400_001);
    await releaseEnded(api.services);
    expect(await items({ account: "eveother01" })).toEqual(all.slice(0, 3));
    const stranger = await api.register();
    const foreign = { session: stranger.session, account: "EveOther01" };
    expect((await api.send("requestLog", foreign)).code).toBe(404);
  });

  it("A row is not named after another account's port", async () => {
    const [bea, cleo] = [await api.register(), await api.register()];
    const plan = await givePlan(api.services, bea.id);
    await send([{ id: "stolen", accountId: cleo.id, subAccountId: plan.portIds[0] ?? "" }]);
    const { data } = await api.send("requestLog", { session: cleo.session });
    expect(data.items).toMatchObject([{ id: "stolen", account: "", product: "traffic" }]);
  });
});
