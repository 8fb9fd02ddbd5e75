import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { give } from "../cdkey/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { refusalOf, ticketOf } from "../../identity/ticket/testing.ts";

const shop = forTests(startShop);

/** A customer with traffic in the balance, which whitelisted ports require. */
async function withTraffic(): Promise<Customer> {
  const customer = await shop.customer();
  await give(shop.services, customer.id, { asset: "traffic", amount: 1 });
  return customer;
}
type Asked = Record<string, string>;
const add = async (to: Customer, fields: Record<string, string | number> = {}) =>
  (await to.get("whitePortAdd", { num: 1, minutes: 10, ...fields })).items;
const fetchFile = (fields: Asked) =>
  fetch(`${shop.url}/v1/whitePort/export?${new URLSearchParams(fields).toString()}`);
const exported = async (customer: Customer, fields: Asked = {}) =>
  fetchFile({ ticket: await ticketOf(customer, { what: "export" }), ...fields });
const textOf = async (customer: Customer, fields: Asked = {}) =>
  (await exported(customer, fields)).text();
const lines = (items: { port: number }[]) =>
  items.map(({ port }) => `127.0.0.1:${port}\n`).join("");

describe("GET /v1/whitePort/export", () => {
  it("returns host:port lines of all current ports, newest first, or of the given ids in their order", async () => {
    const ada = await withTraffic();
    const old = await add(ada, { num: 2 });
    const young = await add(ada, { remark: "young" });
    await ada.get("whitePortDel", { ids: (await add(ada))[0]?.id });
    const answer = await exported(ada);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/"whitelisted-ports-[\d-]{17}\.txt"/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toBe(lines([...young, ...old]));
    const named = {
      ids: `${old[1]?.id},${young[0]?.id}`,
      template: "http://{host}:{port}#{remark}",
    };
    expect(await textOf(ada, named)).toBe(
      `http://127.0.0.1:${old[1]?.port}#\nhttp://127.0.0.1:${young[0]?.port}#young\n`,
    );
    const spelt = `${old[0]?.id.toUpperCase()},${young[0]?.id},${old[0]?.id}`;
    expect(await textOf(ada, { ids: spelt })).toBe(lines([...old.slice(0, 1), ...young]));
    expect(await textOf(await withTraffic())).toBe("");
  });

  it("returns CSV with no formulas in its cells, or JSON, neither with a password", async () => {
    const bea = await withTraffic();
    const remark = '=HYPERLINK("x"),y';
    const [one] = await add(bea, { country: "US", state: "texas", remark });
    const fields = {
      host: "127.0.0.1",
      port: one?.port,
      user: "",
      password: "",
      country: "US",
      city: "",
      expires: one?.expiresAt,
      remark,
    };
    expect(parse(await textOf(bea, { format: "csv" }), { columns: true })).toEqual([
      { ...fields, port: String(one?.port), remark: `'${remark}` },
    ]);
    expect(JSON.parse(await textOf(bea, { format: "json" }))).toEqual([fields]);
  });

  it("returns only its account's ports, for a single-use ticket that a bad request does not use up", async () => {
    const [cleo, dora] = [await withTraffic(), await withTraffic()];
    const [mine] = await add(cleo);
    const [theirs] = await add(dora);
    const foreign = await exported(cleo, { ids: `${mine?.id},${theirs?.id}` });
    expect(await refusalOf(foreign)).toEqual([404, 404, "whitePortNotFound"]);
    const ticket = await ticketOf(cleo, { what: "export" });
    for (const [wrong, reason] of [
      [{ format: "nothing" }, "badField"],
      [{ template: "{secret}" }, "badTemplate"],
      [{ ids: " , " }, "selectRow"],
    ] as [Asked, string][])
      expect(await refusalOf(await fetchFile({ ticket, ...wrong }))).toEqual([400, 400, reason]);
    expect(await (await fetchFile({ ticket })).text()).toBe(
      lines([mine].flatMap((one) => one ?? [])),
    );
    expect(await refusalOf(await fetchFile({ ticket }))).toEqual([403, 410, "ticketExpired"]);
  });
});
