/** What /extract charges matches what it returns, whatever happens concurrently. */
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { lockAccountExclusively } from "../../identity/account/account-lock.ts";
import { setDisabled } from "../../identity/account/store/account.ts";
import { transaction } from "../../platform/db/database.ts";
import { recordPortStates } from "../../inventory/listening-port/port-states.ts";
import { leasedPortRange } from "../../inventory/listening-port/store/leased-ports.ts";
import { startShop } from "../../identity/session/testing.ts";
import { extract } from "./extract.ts";
import { linksOf } from "./store.ts";
import {
  type ExtractionResponse,
  type Extractor,
  extractFrom,
  extractor,
  freeRequestedPorts,
  proxiesIn,
  refusalIn,
} from "./testing.ts";

const maxOnOnePage = 100;
const shop = forTests(startShop);
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const get = (who: Extractor, url: string, more: Record<string, string | number> = {}) =>
  extractFrom(shop, who.ip, url, { more: { format: "json", ...more } });
const answered = (answers: ExtractionResponse[]) =>
  answers.flatMap((answer) => (answer.status === 200 ? proxiesIn(answer) : []));
const numbers = (items: { port: number }[]) =>
  items.map(({ port }) => port).toSorted((a, b) => a - b);
/** Reads every page of a list: random requests create more rows than fit on one. */
async function allPages(list: (page: number) => Promise<{ items: { port: number }[] }>) {
  const items: { port: number }[] = [];
  for (let page = 1; ; page++) {
    const next = await list(page);
    items.push(...next.items);
    if (next.items.length < maxOnOnePage) return items;
  }
}
const standing = async (who: Extractor) => {
  const limit = maxOnOnePage;
  const opened = await allPages((page) =>
    who.get("ipHistoryNoUser", { page, limit, status: "active" }),
  );
  const ports = await allPages((page) => who.get("whitePorts", { page, limit }));
  return { opened: numbers(opened), ports: numbers(ports) };
};
const uses = async (who: Extractor) =>
  (await who.get("apiLinks")).items.reduce((sum, link) => sum + link.uses, 0);

/** Simulates a gateway that reports each new port with the state that `finds` returns. */
function gateway(finds: (port: number) => { open: boolean; code: string }) {
  const { services } = shop;
  services.hub.gateways = () => 1;
  let over = false;
  const look = async () => {
    while (!over) {
      const { rows } = await sql<{ id: string; kind: "openedIp" | "whitePort"; port: number }>`
        select id, kind, port from gate_port
        where released_at is null and opened_at is null and trouble = ''`.execute(services.db);
      const ports = rows.map(({ id, kind, port }) => {
        const found = finds(port);
        return { kind, portId: id, port, detail: found.code, ...found };
      });
      await recordPortStates(services, leasedPortRange, { gateway: "g1", ports });
      await sleep(10);
    }
  };
  const looking = look();
  stops.push(async () => {
    over = true;
    await looking;
    services.hub.gateways = () => 0;
  });
}

describe("/extract", () => {
  it("charges what it returned, for any requests", async () => {
    const ada = await extractor(shop, 60);
    const [byIp, byTraffic] = [await ada.link(), await ada.link({ plan: "traffic" })];
    // Enough ports for the requests generated below.
    const first = await freeRequestedPorts(shop, 5 + 40);
    const question = fc.record(
      {
        url: fc.constantFrom(byIp.url, byIp.url, byTraffic.url),
        num: fc.constantFrom(1, 1, 2, 3, 40, 0),
        country: fc.constantFrom("DE", "JP", "US", "AQ", "", ""),
        city: fc.constantFrom("berlin", "nowhere", "", "", ""),
        port: fc.constantFrom(first, first + 1, first + 5, 10_000, 10_001, "", "", ""),
        hours: fc.constantFrom(1, 5, 6, ""),
      },
      { requiredKeys: ["url"] },
    );
    const counted = { ips: 60, uses: 0, opened: [] as number[], ports: [] as number[] };
    await fc.assert(
      fc.asyncProperty(question, async ({ url, ...more }) => {
        const answer = await get(ada, url, more);
        const items = answered([answer]);
        expect([200, 403]).toContain(answer.status);
        if (answer.status === 200) counted.uses++;
        if (url === byIp.url) counted.ips -= items.length;
        counted[url === byIp.url ? "opened" : "ports"].push(...numbers(items));
        expect([await ada.ips(), await uses(ada)]).toEqual([counted.ips, counted.uses]);
      }),
      // The first one always succeeds.
      { numRuns: sized(8, 60), examples: [[{ url: byIp.url, num: 2 }]] },
    );
    expect(counted.uses).toBeGreaterThan(sized(0, 3));
    const now = await standing(ada);
    expect(now.opened).toEqual(counted.opened.toSorted((a, b) => a - b));
    expect(now.ports).toEqual(counted.ports.toSorted((a, b) => a - b));
  }, 240_000);

  it("charges what it returned if many request more than there is", async () => {
    const bea = await extractor(shop, 7);
    const { url } = await bea.link();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(bea, url)));
    const items = answered(answers);
    expect(items).toHaveLength(7);
    expect(new Set(numbers(items)).size).toBe(7);
    // No exit is opened twice at the same time.
    expect(new Set(items.map(({ ip }) => ip)).size).toBe(7);
    expect(await bea.ips()).toBe(0);
    expect(await uses(bea)).toBe(7);
    const refused = answers.filter(({ status }) => status !== 200).map(refusalIn);
    expect(refused).toHaveLength(13);
    for (const one of refused) expect(one.slice(0, 3)).toEqual([403, 402, "insufficientIps"]);
  });

  it("charges only the caller that gets a port requested by two", async () => {
    const [cleo, dora] = [await extractor(shop, 5), await extractor(shop, 5)];
    const port = await freeRequestedPorts(shop, 1);
    const [one, other] = [await cleo.link({ port }), await dora.link({ port })];
    const white = await dora.link({ plan: "traffic", port });
    const answers = await Promise.all([
      get(cleo, one.url),
      get(dora, other.url),
      get(dora, white.url),
      get(cleo, one.url),
    ]);
    const refused = answers.filter(({ status }) => status !== 200).map(refusalIn);
    for (const each of refused) expect(each).toEqual([403, 409, "portUnavailable", "port"]);
    expect(numbers(answered(answers))).toEqual([port]);
    const left = (await cleo.ips()) + (await dora.ips());
    const opened = [...(await standing(cleo)).opened, ...(await standing(dora)).opened];
    expect(10 - left).toBe(opened.length);
  });

  it("charges nothing if another process listens on any of the ports", async () => {
    const eve = await extractor(shop, 5);
    const first = await freeRequestedPorts(shop, 3);
    const server = createServer().listen({ host: "127.0.0.1", port: first + 2, exclusive: true });
    await once(server, "listening");
    stops.push(async () => server.close());
    for (const plan of ["ip", "traffic"]) {
      const { url } = await eve.link({ plan, num: 3, port: first });
      expect(refusalIn(await get(eve, url))).toEqual([403, 409, "portUnavailable", "port"]);
    }
    expect(await eve.ips()).toBe(5);
    expect(await standing(eve)).toEqual({ opened: [], ports: [] });
    expect(await uses(eve)).toBe(0);
  });

  it("refunds a requested port that no gateway could open", async () => {
    const fay = await extractor(shop, 5);
    const first = await freeRequestedPorts(shop, 3);
    gateway((port) =>
      port === first ? { open: false, code: "EADDRINUSE" } : { open: true, code: "" },
    );
    const one = await get(fay, (await fay.link({ port: first })).url);
    expect(refusalIn(one)).toEqual([403, 409, "portUnavailable", "port"]);
    expect(await fay.ips()).toBe(5);
    const several = await get(fay, (await fay.link({ port: first, num: 3 })).url);
    expect(numbers(answered([several]))).toEqual([first + 1, first + 2]);
    expect(await fay.ips()).toBe(3);
    expect((await standing(fay)).opened).toEqual([first + 1, first + 2]);
    const white = await get(fay, (await fay.link({ plan: "traffic", port: first })).url);
    expect(refusalIn(white)).toEqual([403, 409, "portUnavailable", "port"]);
    expect((await standing(fay)).ports).toEqual([]);
  });

  it("returns the number that replaced one that no gateway could open", async () => {
    const gil = await extractor(shop, 2);
    const tried: number[] = [];
    gateway((port) => {
      tried.push(port);
      return tried[0] === port ? { open: false, code: "EACCES" } : { open: true, code: "" };
    });
    const items = answered([await get(gil, (await gil.link()).url)]);
    expect(numbers(items)).toEqual((await standing(gil)).opened);
    expect(numbers(items)).not.toContain(tried[0]);
  });

  it("charges nothing if the link was deleted after it was found", async () => {
    const gus = await extractor(shop, 2);
    const { id } = await gus.link();
    const [found] = await linksOf(shop.db, gus.id);
    await gus.get("apiLinkDel", { ids: id });
    const asking = { ip: gus.ip, lang: "en", query: {} } as const;
    const late = found && extract(shop.services, found, asking);
    await expect(late).rejects.toThrow("linkNotFound");
    expect(await gus.ips()).toBe(2);
    expect(await standing(gus)).toEqual({ opened: [], ports: [] });
  });

  it("charges what it returned while the link is deleted or the account disabled", async () => {
    const hal = await extractor(shop, 40);
    const link = await hal.link();
    const asking = Promise.all(Array.from({ length: 20 }, () => get(hal, link.url)));
    await sleep(20);
    await hal.get("apiLinkDel", { ids: link.id });
    const after = await get(hal, link.url);
    expect(refusalIn(after)[2]).toBe("linkNotFound");
    const before = answered(await asking);
    expect(40 - (await hal.ips())).toBe(before.length);
    const second = await hal.link();
    const more = Promise.all(Array.from({ length: 10 }, () => get(hal, second.url)));
    await sleep(20);
    const disable = (at: Date | null) =>
      transaction(shop.db, async (tx) => {
        await lockAccountExclusively(tx, hal.id);
        await setDisabled(tx, hal.id, at);
      });
    await disable(new Date());
    expect(refusalIn(await get(hal, second.url))[2]).toBe("accountDisabled");
    const items = answered(await more);
    await disable(null);
    expect(40 - (await hal.ips())).toBe(before.length + items.length);
  });
});

it("any URL of /extract returns proxies or a refusal in the envelope, and never fails", async () => {
  const ida = await extractor(shop, 30);
  const links = [await ida.link(), await ida.link({ plan: "traffic", minutes: 1 })];
  const tokens = links.map(({ url }) => new URL(url).searchParams.get("token") ?? "");
  const names = ["token", "country", "state", "city", "num", "hours", "minutes", "format"].concat([
    "separator",
    "port",
    "protocol",
    "lang",
    "__proto__",
    "constructor",
    "key",
  ]);
  const sane = ["1", "2", "DE", "berlin", "txt", "csv", "http", "socks5", "443", "fr", "\\n"];
  const hostile = [
    "",
    " ",
    "-1",
    "1e9",
    "NaN",
    "\u0000",
    "%",
    "' or 1=1 --",
    "a".repeat(5_000),
  ].concat(["🙂", "9007199254740993", "\r\nx: y", "[object Object]", "null"]);
  const value = fc.oneof(fc.constantFrom(...sane), fc.constantFrom(...hostile), fc.string());
  const pair = fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), value);
  const token = fc.constantFrom(...tokens, ...tokens, "x");
  let [ok, spent] = [0, 0];
  await fc.assert(
    fc.asyncProperty(token, fc.array(pair, { maxLength: 6 }), async (given, pairs) => {
      const query = new URLSearchParams([["token", given], ...pairs]);
      const raw = `${shop.url}/extract?${query.toString()}`;
      const answer = await extractFrom(shop, ida.ip, "/extract", { raw });
      expect([200, 403]).toContain(answer.status);
      const refused = answer.status === 403;
      expect(refused ? refusalIn(answer)[1] : 400).toBeGreaterThanOrEqual(400);
      const left = await ida.ips();
      expect(refused ? 30 - left : spent).toBe(spent);
      spent = 30 - left;
      ok += refused ? 0 : 1;
    }),
    // The first one always succeeds.
    { numRuns: sized(15, 1_000), examples: [[tokens[0] ?? "", []]] },
  );
  expect(ok).toBeGreaterThan(sized(0, 5));
  for (const broken of ["?token=%", "?token=%ff%fe", "?%00=1", "?token[]=x&token[a]=y", "??&&=="]) {
    const answer = await extractFrom(shop, ida.ip, "/extract", {
      raw: `${shop.url}/extract${broken}`,
    });
    expect(answer.status).toBe(403);
  }
}, 240_000);
