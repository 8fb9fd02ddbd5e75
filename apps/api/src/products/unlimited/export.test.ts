import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { exportsFrom, refusalOf, ticketOf } from "../../identity/ticket/testing.ts";
import { releaseEnded } from "./end.ts";
import { endPlan, givePlan, type GivePlanOptions, reportPlanPorts } from "./give-testing.ts";

const shop = forTests(startShop);

type Asked = Record<string, string>;
const own = (to: Customer, given?: GivePlanOptions) => givePlan(shop.services, to.id, given);
const { exported, textOf, fetchFile } = exportsFrom(shop, "/v1/unlimit/export");
const linesOf = async (customer: Customer, fields: Asked = {}) =>
  (await textOf(customer, fields)).split("\n").slice(0, -1);
const numbersIn = (lines: string[]) => lines.map((line) => Number(line.split(":")[1]));

describe("GET /v1/unlimit/export (spec/unlimited#export)", () => {
  it("returns text of all unexpired ports, each in its own format, newest plan first", async () => {
    const ada = await shop.customer();
    const older = await own(ada, { quantity: 2 });
    const wide = await own(ada, { kind: "bandwidth" });
    await own(ada, { endsInMs: -1 });
    const never = await own(ada, { open: false });
    const format = "socks5://{user}:{password}@{host}:{port}#{remark}";
    const edit = { ids: older.portIds[1], rotationMinutes: 9, format, remark: "the second" };
    await ada.get("upport", edit);
    const answer = await exported(ada);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/"unlimited-ports-[\d-]{17}\.txt"/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [a, b] = (await ada.get("portOrder", { planId: older.id })).items;
    const [c] = (await ada.get("bandwidthOrder", { planId: wide.id })).items;
    expect(await answer.text()).toBe(
      `127.0.0.1:${c?.port}:${c?.account}:${c?.password}\n` +
        `127.0.0.1:${a?.port}:${a?.account}:${a?.password}\n` +
        `socks5://${b?.account}:${b?.password}@127.0.0.1:${b?.port}#the second\n`,
    );
    const ports = [a, b].map((port) => port?.port);
    expect(numbersIn(await linesOf(ada, { kind: "port", template: "{host}:{port}" }))).toEqual(
      ports,
    );
    expect(numbersIn(await linesOf(ada, { kind: "bandwidth" }))).toEqual([c?.port]);
    // A port selected by id is exported in any state.
    const named = await linesOf(ada, { ids: never.portIds.join(), template: "{port}" });
    expect(named).toEqual([String(never.ports[0]?.port)]);
  });

  it("returns one plan or the given ports in their order, an ended plan too until it is closed", async () => {
    const bea = await shop.customer();
    const plan = await own(bea, { quantity: 4 });
    const other = await own(bea, { quantity: 1 });
    const numbers = plan.ports.map(({ port }) => port);
    expect(numbersIn(await linesOf(bea, { planId: plan.id }))).toEqual(numbers);
    const [a = "", b = "", c = ""] = plan.portIds;
    const ids = [c, other.portIds[0], a].join();
    expect(numbersIn(await linesOf(bea, { ids }))).toEqual([
      numbers[2],
      other.ports[0]?.port,
      numbers[0],
    ]);
    expect(numbersIn(await linesOf(bea, { planId: plan.id, ids: `${b},${a}` }))).toEqual([
      numbers[1],
      numbers[0],
    ]);
    await endPlan(shop.services, plan.id, -1);
    expect(await linesOf(bea, { planId: plan.id })).toHaveLength(4);
    await reportPlanPorts(shop.services, plan.ports.slice(0, 1), { open: false });
    expect(await linesOf(bea, { planId: plan.id })).toHaveLength(3);
    await endPlan(shop.services, plan.id, -86_400_001);
    await releaseEnded(shop.services);
    expect(await linesOf(bea, { planId: plan.id })).toEqual([]);
  });

  it("returns CSV with a header and no formulas in its cells, or a JSON array of objects", async () => {
    const cleo = await shop.customer();
    const plan = await own(cleo);
    const remark = '=HYPERLINK("x"),y';
    await cleo.get("upport", { ids: plan.portIds[0], rotationMinutes: 5, remark, country: "DE" });
    const [shown] = (await cleo.get("portOrder", { planId: plan.id })).items;
    const csv = await exported(cleo, { format: "csv" });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("content-disposition")).toMatch(/"unlimited-ports-[\d-]{17}\.csv"/);
    const fields = {
      host: "127.0.0.1",
      port: shown?.port,
      user: shown?.account,
      password: shown?.password,
      country: "DE",
      city: "",
      expires: shown?.expiresAt,
      remark,
    };
    const texts = { ...fields, port: String(shown?.port), remark: `'${remark}` };
    expect(parse(await csv.text(), { columns: true })).toEqual([texts]);
    const json = await exported(cleo, { format: "json" });
    expect(json.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await json.json()).toEqual([fields]);
    const nobody = await shop.customer();
    expect(await (await exported(nobody, { format: "json" })).json()).toEqual([]);
    expect(await textOf(nobody)).toBe("");
  });

  it("refuses an invalid URL with 400 without using up the ticket", async () => {
    const dora = await shop.customer();
    await own(dora);
    const ticket = await ticketOf(dora, { what: "export" });
    for (const [wrong, reason] of [
      [{ format: "xml" }, "badField"],
      [{ kind: "static" }, "badField"],
      [{ template: "{host}:{secret}" }, "badTemplate"],
      [{ template: "no field" }, "badTemplate"],
      [{ template: "{host}\u0000" }, "badTemplate"],
      [{ template: `{host}${"x".repeat(200)}` }, "badTemplate"],
      [{ ids: " , " }, "selectRow"],
    ] as [Asked, string][]) {
      expect(await refusalOf(await fetchFile({ ticket, ...wrong }))).toEqual([400, 400, reason]);
    }
    expect((await fetchFile({ ticket })).status).toBe(200);
    expect(await refusalOf(await fetchFile({ ticket }))).toEqual([403, 410, "ticketExpired"]);
  });

  it("returns only ports of its account: foreign and unknown ports and plans are 404", async () => {
    const [eve, fay] = [await shop.customer(), await shop.customer()];
    const mine = await own(eve);
    const theirs = await own(fay);
    const wide = await own(eve, { kind: "bandwidth" });
    const unknown = shop.services.world.id();
    for (const fields of [
      { ids: `${mine.portIds[0]},${theirs.portIds[0]}` },
      { ids: `${mine.portIds[0]},${unknown}` },
      { ids: "nothing" },
      { ids: `${wide.portIds[0]}`, kind: "port" },
      { ids: `${wide.portIds[0]}`, planId: mine.id },
    ] as Asked[]) {
      const answer = await exported(eve, fields);
      expect(await refusalOf(answer)).toEqual([404, 404, "portNotFound"]);
    }
    for (const planId of [theirs.id, unknown, "nothing"]) {
      const answer = await exported(eve, { planId });
      expect(await refusalOf(answer)).toEqual([404, 404, "planNotFound"]);
    }
    expect(numbersIn(await linesOf(eve))).toEqual([wide.ports[0]?.port, mine.ports[0]?.port]);
  });

  it("reads rows in batches: 1,100 ports in their order, none repeated or missing", async () => {
    const gil = await shop.customer();
    const [small, big] = [await own(gil, { quantity: 700 }), await own(gil, { quantity: 400 })];
    const wanted = [...big.ports, ...small.ports].map(({ port }) => port);
    expect(numbersIn(await linesOf(gil))).toEqual(wanted);
    expect(numbersIn(await linesOf(gil, { planId: small.id }))).toEqual(
      small.ports.map(({ port }) => port),
    );
    const ids = [...small.portIds, ...big.portIds.slice(0, 300)].join();
    expect(await linesOf(gil, { ids })).toHaveLength(1_000);
  });
});
