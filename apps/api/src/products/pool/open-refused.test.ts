/** Refusals of opening IPs of the pool (spec/pool#opening). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { startTraffic } from "../traffic/testing.ts";
import { openIps } from "./open.ts";
import { refusedOpening, somePoolIds, occupy, opener, vacate } from "./testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const HOST = "127.0.81.9";
const api = forTests(() =>
  startTraffic({ HOST, WHITE_PORTS: "10001-10400", UNLIMITED_PORTS: "9400-9409" }),
);

const poolIds = (count: number) => somePoolIds(api.services, count);

describe("refusals, without a charge", () => {
  it("no balance", async () => {
    const ada = await opener(api);
    const { code, msg, data } = await ada.call("ipOpen", { num: 1, hours: 1, auth: "user" });
    expect([code, data.reason, data.short]).toEqual([402, "insufficientIps", "ip"]);
    expect(msg).toBe("No balance, please purchase first");
  });

  it("an unavailable port is reported before a missing balance", async () => {
    const ada = await opener(api);
    const other = await occupy(HOST, 9350);
    expect((await refusedOpening(ada, { port: 9350 })).slice(0, 2)).toEqual([
      409,
      "portUnavailable",
    ]);
    await vacate(other);
    expect((await refusedOpening(ada, { port: 9350 })).slice(0, 2)).toEqual([
      402,
      "insufficientIps",
    ]);
  });

  it.each([
    [{ num: "" }, 400, "enterQuantity", "num"],
    [{ num: 0 }, 400, "badQuantity", "num"],
    [{ num: 501 }, 400, "badQuantity", "num"],
    [{ hours: 0 }, 400, "badHours", "hours"],
    [{ hours: 6 }, 400, "badHours", "hours"],
    [{ auth: "both" }, 400, "badField", "auth"],
    [{ port: 79 }, 400, "badApiPort", "port"],
    [{ port: 10_001 }, 400, "badApiPort", "port"],
    [{ port: 9_999, num: 3 }, 400, "badApiPort", "port"],
    [{ ids: "", num: "" }, 400, "enterQuantity", "num"],
    [{ ids: "nothing" }, 404, "exitNotFound", "ids"],
    [{ ids: "00000000-0000-0000-0000-000000000000" }, 404, "exitNotFound", "ids"],
  ])("%j", async (fields, code, reason, field) => {
    const ada = await opener(api, 2);
    expect((await refusedOpening(ada, fields as never)).slice(0, 3)).toEqual([code, reason, field]);
    expect(await ada.ips()).toBe(2);
  });

  it("an exit that is retired, or that gateways find offline", async () => {
    const ada = await opener(api, 2);
    const ids = (await poolIds(1_000)).slice(-2);
    await sql`update exit set offline_since = now() where id = ${ids[0]}`.execute(api.db);
    await sql`update exit set retired_at = now() where id = ${ids[1]}`.execute(api.db);
    for (const id of ids) expect((await refusedOpening(ada, { ids: id }))[1]).toBe("exitNotFound");
    expect(await ada.ips()).toBe(2);
  });

  it("a port that is in use, reserved by the product, or part of unlimited plans", async () => {
    const ada = await opener(api, 3);
    const other = await occupy(HOST, 9321);
    expect((await refusedOpening(ada, { num: 3, port: 9320 }))[1]).toBe("portUnavailable");
    await vacate(other);
    const { GATEWAY_PORT, MANAGER_PORT, LAB_TARGET_PORT, METRICS_PORT } = api.services.env;
    for (const port of [GATEWAY_PORT, MANAGER_PORT, LAB_TARGET_PORT, METRICS_PORT, 9405])
      expect([port, (await refusedOpening(ada, { port }))[1]]).toEqual([port, "portUnavailable"]);
    expect(await ada.open({ num: 3, port: 9320 })).toHaveLength(3);
  });

  it("no free port number: nothing is opened", async () => {
    const ada = await opener(api, 500);
    expect(await refusedOpening(ada, { num: 450 })).toEqual([
      402,
      "insufficientStock",
      undefined,
      "stock",
    ]);
    expect(await ada.ips()).toBe(500);
    await assertAccounting(api.services);
  });

  it.each([
    ["disabled", sql`disabled_at = now()`],
    ["closed", sql`disabled_at = now(), closed_at = now()`],
  ])("an account that was %s after the call arrived", async (_state, changes) => {
    const ada = await opener(api, 1);
    await sql`update account set ${changes} where id = ${ada.id}`.execute(api.db);
    const wanted = { accountId: ada.id, lang: "en", which: { num: 1, filter: {} } } as const;
    const opening = transaction(api.db, (tx) =>
      openIps(api.services, tx, { ...wanted, hours: 1, auth: "user", by: "link" }),
    );
    await expect(opening).rejects.toMatchObject({ reason: "sessionInvalid" });
    expect(await ada.ips()).toBe(1);
  });

  it("an access key can read, but not open", async () => {
    const ada = await opener(api, 1);
    const { data } = await ada.call("upAccessKey");
    const key = data.accessKey;
    const ask = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ key, ...fields });
      return (await (await fetch(api.url + path, { method: "POST", body })).json()) as {
        code: number;
      };
    };
    const opening = { num: "1", hours: "1", auth: "user" };
    expect(await ask("/v1/ip/open", opening)).toMatchObject({ code: 403 });
    expect(await ask("/v1/ip/del", { ids: "x" })).toMatchObject({ code: 403 });
    const { data: pair } = await ada.call("ipPassInfo");
    expect(await ask("/v1/ipPassInfo", {})).toMatchObject({ code: 0, data: pair });
    expect(await ask("/v1/ipPassInfo", { password: "another123" })).toMatchObject({
      code: 403,
      data: { reason: "keyReadOnly" },
    });
    expect((await ada.call("ipPassInfo")).data).toEqual(pair);
    for (const path of ["/v1/ipHistory", "/v2/ipHistory", "/v1/ipLineChart"])
      expect(await ask(path, {})).toMatchObject({ code: 0 });
    expect(await ada.ips()).toBe(1);
  });
});
