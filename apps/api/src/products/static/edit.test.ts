import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { StaticIpFact } from "@turnpike/contract/data-plane.ts";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { verifierOf } from "../sub-account/resources.ts";
import { deliveredOrReturned, startTraffic } from "../traffic/testing.ts";
import { resetStaticAccess } from "./edit.ts";
import { historyActions, lastStaticFact, listStatics, owner, shortOwner, soon } from "./testing.ts";

const dayMs = 86_400_000;
const api = forTests(startTraffic);
const link = forTests(() => api.link({ awaited: false }));

it("A first recovery resets passwords and whitelists that somebody else may have set", async () => {
  const { customer, ids } = await owner(api, 1);
  const [id = ""] = ids;
  await customer.call("staticUpdate", { id, whitelist: "8.8.8.8" });
  await transaction(api.db, (tx) => resetStaticAccess(api.services, tx, customer.id));
  const [item] = await listStatics(customer);
  expect(item).toMatchObject({ account: "Owner01", whitelist: [] });
  expect(item?.password).toMatch(/^[A-Za-z0-9]{12}$/);
  const verifier = verifierOf("Owner01", item?.password ?? "");
  await expect
    .poll(() => lastStaticFact(link, id), soon)
    .toMatchObject({ verifier, whitelist: [] });
});

describe("static/update: id, account?, password?, whitelist?, remark? → the static IP (spec/static#editing)", () => {
  it("changes the given fields, leaves the rest, and notifies gateways at once", async () => {
    const { customer, ids } = await owner(api, 2);
    const [id = "", other = ""] = ids;
    const one = await customer.call("staticUpdate", { id, account: "Renamed7" });
    expect(one.data).toMatchObject({ id, updated: 1, account: "Renamed7", password: "firstOne1" });
    await expect
      .poll(() => lastStaticFact(link, id), soon)
      .toMatchObject({ name: "renamed7", verifier: verifierOf("renamed7", "firstOne1") });
    const two = await customer.call("staticUpdate", { id, password: "secondOne2" });
    expect(two.data).toMatchObject({ account: "Renamed7", password: "secondOne2", whitelist: [] });
    await expect
      .poll(() => lastStaticFact(link, id), soon)
      .toMatchObject({ verifier: verifierOf("renamed7", "secondOne2"), whitelist: [] });
    const three = await customer.call("staticUpdate", { id, remark: " office " });
    expect(three.data).toMatchObject({ remark: "office", password: "secondOne2" });
    const items = await listStatics(customer);
    expect(items.find((item) => item.id === id)).toMatchObject({
      account: "Renamed7",
      password: "secondOne2",
      remark: "office",
    });
    expect(items.find((item) => item.id === other)).toMatchObject({
      account: "Owner01",
      password: "firstOne1",
      remark: "",
    });
    // A remark does not affect access: only changed credentials are recorded in the history.
    expect((await historyActions(customer)).filter((one) => one === "credentials")).toHaveLength(2);
  });

  it("changes many by ids, all or none", async () => {
    const { customer, ids } = await owner(api, 3);
    const answer = await customer.call("staticUpdate", { ids: ids.join(), account: "Together" });
    expect(answer.data).toEqual({ updated: 3 });
    const { ids: foreign } = await owner(api, 1);
    for (const bad of [foreign[0], "00000000-0000-4000-8000-000000000000", "x"]) {
      const mixed = [ids[0], bad].join();
      const refused = await customer.call("staticUpdate", { ids: mixed, remark: "taken" });
      expect([refused.code, refused.data.reason]).toEqual([404, "staticNotFound"]);
    }
    for (const item of await listStatics(customer)) {
      expect(item).toMatchObject({ account: "Together", password: "firstOne1", remark: "" });
      await expect
        .poll(() => lastStaticFact(link, item.id), soon)
        .toMatchObject({ verifier: verifierOf("together", "firstOne1") });
    }
    // Long-term and short-term IPs have separate calls.
    const short = await shortOwner(api, 1);
    const wrong = { id: short.ids[0] ?? "", remark: "x" };
    expect((await short.customer.call("staticUpdate", wrong)).code).toBe(404);
    const right = await short.customer.call("shortUpdate", { ...wrong, password: "another123" });
    expect(right.data).toMatchObject({ updated: 1, remark: "x", password: "another123" });
  });

  it("replaces the whitelist, each address once and canonical; an empty one clears it", async () => {
    const { customer, ids } = await owner(api, 1);
    const [id = ""] = ids;
    const ips = "8.8.8.8, 2001:DB8::1,8.8.8.8,2001:db8:0:0::1,127.0.0.9";
    const set = await customer.call("staticUpdate", { id, whitelist: ips });
    const canonical = ["8.8.8.8", "2001:db8::1", "127.0.0.9"];
    expect(set.data.whitelist).toEqual(canonical);
    await expect.poll(() => lastStaticFact(link, id), soon).toMatchObject({ whitelist: canonical });
    await customer.call("staticUpdate", { id, remark: "stays" });
    const next = await customer.call("staticUpdate", { id, whitelist: "9.9.9.9" });
    expect(next.data).toMatchObject({ whitelist: ["9.9.9.9"], remark: "stays" });
    const cleared = await customer.call("staticUpdate", { id, whitelist: "", remark: "" });
    expect(cleared.data).toMatchObject({ whitelist: [], remark: "" });
    await expect.poll(() => lastStaticFact(link, id), soon).toMatchObject({ whitelist: [] });
  });

  it("refuses addresses by the rules of every whitelist, and names the invalid one", async () => {
    const { customer, ids } = await owner(api, 1);
    const [id = ""] = ids;
    await customer.call("staticUpdate", { id, whitelist: "8.8.4.4" });
    const tries = [
      ["8.8.8.8,1.2.3", { reason: "badIp", entry: "1.2.3" }],
      ["8.8.8.8,114.114.114.114", { reason: "mainlandChinaIp", entry: "114.114.114.114" }],
      ["10.0.0.0/8", { reason: "badIp", entry: "10.0.0.0/8" }],
      [Array.from({ length: 51 }, (_, n) => `9.9.9.${n}`).join(), { reason: "tooManyAddresses" }],
    ] as const;
    for (const [whitelist, why] of tries) {
      const answer = await customer.call("staticUpdate", { id, whitelist });
      expect([answer.code, answer.data]).toEqual([400, { field: "whitelist", ...why }]);
    }
    expect((await listStatics(customer))[0]?.whitelist).toEqual(["8.8.4.4"]);
  });

  it("refuses an invalid account, password or remark, and a missing id or change: 400 (spec/dashboard#batch-actions)", async () => {
    const { customer, ids } = await owner(api, 1);
    const [id = ""] = ids;
    const tries = [
      [
        { id, account: "five5" },
        { reason: "badAccountName", field: "account" },
      ],
      [
        { id, account: "ünïcödé" },
        { reason: "badAccountName", field: "account" },
      ],
      [
        { id, password: "a".repeat(23) },
        { reason: "badProxyPassword", field: "password" },
      ],
      [
        { id, remark: "r".repeat(201) },
        { reason: "badField", field: "remark" },
      ],
      [{ remark: "r" }, { reason: "selectRow", field: "id" }],
      [{ id }, { reason: "missingField", field: "account" }],
      [
        { id, account: "", password: "" },
        { reason: "missingField", field: "account" },
      ],
    ] as const;
    for (const [fields, why] of tries) {
      const answer = await customer.call("staticUpdate", fields);
      expect([answer.code, answer.data]).toEqual([400, why]);
    }
  });
});

it("static/updateAll: resets all credentials (spec/static#editing) of the account's long-term IPs only, on all their ports within a moment", async () => {
  const { customer, ids } = await owner(api, 12);
  const bystander = await owner(api, 1);
  const pair = { account: "Reset123", password: "allAnew99" };
  expect((await customer.call("staticUpdateAll", pair)).data).toEqual({ updated: 12 });
  const verifier = verifierOf("reset123", "allAnew99");
  for (const item of await listStatics(customer)) expect(item).toMatchObject(pair);
  await expect
    .poll(
      () => ids.every((id) => (lastStaticFact(link, id) as StaticIpFact).verifier === verifier),
      soon,
    )
    .toBe(true);
  expect(await listStatics(bystander.customer)).toMatchObject([{ account: "Owner01" }]);
  expect((await historyActions(customer)).filter((one) => one === "credentials")).toHaveLength(12);
  const wrong = await customer.call("staticUpdateAll", { account: "Reset123" });
  expect(wrong.data).toEqual({ reason: "enterPassword", field: "password" });
});

describe("static/renewalAuto and moreAuto (spec/static#auto-renew)", () => {
  it("turn auto-renew on and off, for one and for many; other accounts' ids are 404", async () => {
    const { customer, ids } = await owner(api, 3);
    const on = await customer.call("staticRenewalAuto", { id: ids[0] ?? "", enabled: 1 });
    expect(on.data).toEqual({ autoRenew: true });
    const autos = async () => (await listStatics(customer)).filter((item) => item.autoRenew).length;
    expect(await autos()).toBe(1);
    const all = await customer.call("staticMoreAuto", { ids: ids.join(), enabled: 1 });
    expect([all.data, await autos()]).toEqual([{ updated: 3 }, 3]);
    const off = await customer.call("staticRenewalAuto", { id: ids[1] ?? "", enabled: 0 });
    expect([off.data, await autos()]).toEqual([{ autoRenew: false }, 2]);
    const stranger = await api.customer();
    for (const [name, fields] of [
      ["staticRenewalAuto", { id: ids[0] ?? "" }],
      ["staticMoreAuto", { ids: ids.join() }],
    ] as const) {
      const answer = await stranger.call(name, { ...fields, enabled: 0 });
      expect([answer.code, answer.data.reason]).toEqual([404, "staticNotFound"]);
    }
    expect(await autos()).toBe(2);
  });

  it("return 410 if it is turned on more than 24 h after the end", async () => {
    const { customer, ids } = await owner(api, 1, 7);
    const fields = { id: ids[0] ?? "", enabled: 1 };
    const { world } = api.services;
    world.setOffset(world.offsetMs() + 7 * dayMs + dayMs - 60_000);
    expect((await customer.call("staticRenewalAuto", fields)).code).toBe(0);
    world.setOffset(world.offsetMs() + 120_000);
    const answer = await customer.call("staticRenewalAuto", fields);
    expect([answer.code, answer.data.reason]).toEqual([410, "renewalTooLate"]);
    expect((await customer.call("staticRenewalAuto", { ...fields, enabled: 0 })).code).toBe(0);
  });
});

it("Changes are in effect when a call returns (spec/static#traffic: live within 2 s): static/use returns once the new IP is delivered to gateways", async () => {
  const { made, steps } = await deliveredOrReturned(api, () => owner(api, 1));
  const { ids } = made;
  expect(steps).toEqual(["delivered", "returned"]);
  await expect
    .poll(() => lastStaticFact(link, ids[0] ?? ""), soon)
    .toMatchObject({ enabled: true });
  const { facts } = await link.ask("snapshot", { cursor: "staticIp/" });
  expect(facts.find(({ id }) => id === ids[0])).toMatchObject({ kind: "staticIp" });
});
