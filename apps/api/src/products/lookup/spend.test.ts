/** Who may spend at the lookup service, and how (spec/lookup#holding). */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startHubApi } from "../../across/request-log/testing.ts";
import { give } from "../cdkey/testing.ts";
import { callLookup, testLookup } from "./testing.ts";

const api = forTests(startHubApi);
const lookup = forTests(() => testLookup(api.services));

let made = 0;
/** A customer with IPs, an access key, and an API key that may do everything. */
async function customer(ips: number) {
  const { session, id } = await api.register();
  const { accessKey } = (await api.send("upAccessKey", { session })).data;
  const scopes = "read,proxies,buy";
  const { key } = (await api.send("apiKeyAdd", { session, name: "holds", scopes })).data;
  await give(api.services, id, { asset: "ip", amount: ips });
  return {
    session,
    key,
    accessKey,
    start: (fields: object = {}) =>
      lookup.post("/start", { key, requestId: `spend-${++made}-test`, ...fields }),
    online: async () => (await lookup.get("/online", { key })).data.items,
    balance: async () => {
      const { rows } = await sql<{ balance: number }>`
        select coalesce(sum(amount), 0)::int as balance from ledger_line
        where owner = ${id} and asset = 'ip'`.execute(api.db);
      return rows[0]?.balance ?? 0;
    },
  };
}

describe("The access key (spec/accounts#access-key)", () => {
  it("may list what is held, and can neither open nor release an exit", async () => {
    const ada = await customer(2);
    const held = (await ada.start({ country: "FR" })).data;
    const { accessKey: key } = ada;
    const started = await lookup.post("/start", { key, requestId: "access-key-1" });
    expect([started.code, started.data.reason]).toEqual([403, "keyReadOnly"]);
    const bearer = { method: "POST", headers: { authorization: `Bearer ${key}` } };
    for (const call of ["/start", "/stop"])
      expect((await callLookup(lookup.url + call, bearer)).code).not.toBe(0);
    const stopped = await lookup.post("/stop", { key, id: held.id });
    expect([stopped.code, stopped.data.reason]).toEqual([403, "keyReadOnly"]);
    const listed = await lookup.get("/online", { key });
    expect(listed.data.items.map(({ id }) => id)).toEqual([held.id]);
    expect(await ada.balance()).toBe(1);
  });

  it("learns nothing with a key of another network or of no scope", async () => {
    const ada = await customer(1);
    const { data } = await api.send("apiKeyAdd", {
      session: ada.session,
      name: "elsewhere",
      scopes: "buy",
      ips: "203.0.113.0/24",
    });
    const asked = { key: data.key, country: "FR", requestId: "elsewhere-1" };
    expect((await lookup.post("/start", asked)).data.reason).toBe("keyNetwork");
    expect((await lookup.post("/ipList", asked)).data.reason).toBe("keyNetwork");
  });
});

it("what costs or ends something is a POST: a link that is followed, previewed or logged does neither", async () => {
  const ada = await customer(2);
  const held = (await ada.start({ country: "FR" })).data;
  const query = `?key=${ada.key}&requestId=by-get-0001&id=${held.id}`;
  for (const call of ["/start", "/stop"])
    for (const method of ["GET", "HEAD", "PUT", "OPTIONS", "DELETE"]) {
      const { status, headers } = await fetch(lookup.url + call + query, { method });
      expect([call, method, status, headers.get("allow")]).toEqual([call, method, 405, "POST"]);
    }
  // The key in a URL is not read by a POST either.
  expect((await callLookup(`${lookup.url}/start${query}`, { method: "POST" })).code).not.toBe(0);
  expect(await ada.balance()).toBe(1);
  expect((await ada.online()).map(({ id }) => id)).toEqual([held.id]);
});
