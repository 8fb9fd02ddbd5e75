import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { beforeAll, describe, expect, it } from "vitest";
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
    const sent = [ada.sub, long, other, short].map((subAccountId, index) => {
      return { id: `row${index}`, at: at + index, accountId, subAccountId };
    });
    expect(await send(sent)).toBe(4);
    const items = async (fields: Record<string, string> = {}) =>
      (await api.send("requestLog", { session, ...fields })).data.items.map(
        ({ id, account, product }) => [id, account, product],
      );
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
