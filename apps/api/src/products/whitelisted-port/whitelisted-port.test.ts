import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { WhitePortFact } from "@turnpike/contract/port-facts.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { setDisabled } from "../../identity/account/store/account.ts";
import { transaction } from "../../platform/db/database.ts";
import { snapshotPage } from "../../across/hub/resources.ts";
import { runDueJobs } from "../../platform/jobs.ts";
import { leasedPortJobs } from "../../inventory/listening-port/jobs.ts";
import { type Customer, startTraffic } from "../traffic/testing.ts";
import { whitelistedPortCalls } from "./calls.ts";
import { whitelistedPortResources } from "./resources.ts";
import { eraseWhitelistedPorts } from "./erase.ts";

const api = forTests(startTraffic);

type Fields = Record<string, string | number | undefined>;
async function add(who: Customer, fields: Fields = {}) {
  const answer = await who.call("whitePortAdd", { num: 1, minutes: 10, ...fields });
  if (answer.code !== 0) throw new Error(JSON.stringify(answer));
  return answer.data.items;
}
const list = async (who: Customer, fields: Fields = {}) =>
  (await who.call("whitePorts", fields)).data;
const ids = (items: { id: string }[]) => items.map(({ id }) => id);
const facts = (items: { id: string }[]) => whitelistedPortResources(api.services, ids(items));
const refusal = async (who: Customer, fields: Fields) => {
  const { code, data } = await who.call("whitePortAdd", { num: 1, minutes: 10, ...fields });
  const { reason, field } = data as unknown as { reason: string; field?: string };
  return [code, reason, field];
};

describe("whitelisted ports (spec/extraction#whitelisted-ports)", () => {
  it("are created for a place given by names or tokens, and show both", async () => {
    const ada = await api.customer(1);
    const items = await add(ada, {
      country: "us",
      state: "California",
      city: "Los Angeles",
      num: 3,
      minutes: 30,
      remark: "three",
      lang: "de",
    });
    expect(items).toHaveLength(3);
    const [first] = items;
    expect(first).toMatchObject({
      host: "127.0.0.1",
      country: "US",
      countryName: "Vereinigte Staaten",
      state: "california",
      stateName: "California",
      city: "losangeles",
      cityName: "Los Angeles",
      isp: "",
      ispName: "",
      asn: 0,
      minutes: 30,
      byLink: false,
      open: false,
      remark: "three",
      remainingSeconds: 1800,
    });
    expect(new Set(items.map(({ port }) => port)).size).toBe(3);
    for (const { port } of items) expect(api.services.env.WHITE_PORTS).toContain(port);
    const [fact] = await facts(items.slice(0, 1));
    expect(fact).toEqual({
      kind: "whitePort",
      id: first?.id ?? "",
      accountId: ada.id,
      port: first?.port ?? 0,
      filter: { country: "US", state: "california", city: "losangeles" },
      minutes: 30,
      expiresAt: Date.parse(first?.expiresAt ?? ""),
      owner: expect.any(String),
    } satisfies WhitePortFact & { owner: string });
  });

  it("can be limited to an ISP and a network, or be of any place", async () => {
    const bea = await api.customer(1);
    const { data } = await bea.call("asnV2", { country: "DE" });
    const [network] = data.items;
    const [narrow] = await add(bea, {
      country: "DE",
      isp: network?.name,
      asn: `AS${network?.asn}`,
    });
    expect(narrow).toMatchObject({ isp: network?.isp, ispName: network?.name, asn: network?.asn });
    const any = await add(bea);
    expect(any[0]).toMatchObject({ country: "", countryName: "", state: "", asn: 0 });
    const [one, other] = await facts([narrow, ...any].flatMap((each) => each ?? []));
    const filters = [one, other].map((fact) => fact?.filter);
    expect(filters).toContainEqual({});
    expect(filters).toContainEqual({ country: "DE", isp: network?.isp, asn: network?.asn });
  });

  it("are refused if no exit is online, naming the narrowest field given", async () => {
    const cleo = await api.customer(1);
    expect(await refusal(cleo, { country: "AQ" })).toEqual([400, "noExitThere", "country"]);
    const apart = { country: "DE", state: "california" };
    expect(await refusal(cleo, apart)).toEqual([400, "noExitThere", "state"]);
    expect(await refusal(cleo, { city: "東京" })).toEqual([400, "noExitThere", "city"]);
    expect(await refusal(cleo, { country: "DE", asn: 0 })).toEqual([400, "noExitThere", "asn"]);
    expect((await list(cleo)).total).toBe(0);
    await sql`update exit set offline_since = now() where country = 'FI' and product = 'pool'`.execute(
      api.db,
    );
    expect(await refusal(cleo, { country: "FI" })).toEqual([400, "noExitThere", "country"]);
  });

  it("are refused with the reason and the invalid field", async () => {
    const dora = await api.customer(1);
    for (const [fields, reason, field] of [
      [{ num: 0 }, "badQuantity", "num"],
      [{ num: 101 }, "badQuantity", "num"],
      [{ num: "" }, "enterQuantity", "num"],
      [{ minutes: 0 }, "badPortMinutes", "minutes"],
      [{ minutes: 1441 }, "badPortMinutes", "minutes"],
      [{ country: "DEU" }, "badCountry", "country"],
      [{ asn: "x" }, "badNumber", "asn"],
      [{ remark: "x".repeat(101) }, "badField", "remark"],
    ] as const)
      expect(await refusal(dora, fields)).toEqual([400, reason, field]);
  });

  it("are listed newest first, searchable by number, remark and place, and paginated", async () => {
    const eve = await api.customer(1);
    const old = await add(eve, { country: "JP", num: 2, remark: "100%_old" });
    const young = await add(eve, { country: "US", state: "texas", num: 3, remark: "young" });
    const all = await list(eve);
    expect(ids(all.items)).toEqual([...ids(young), ...ids(old)]);
    expect(all).toMatchObject({ total: 5, page: 1, limit: 10 });
    const second = await list(eve, { page: 2, limit: 2 });
    expect(ids(second.items)).toEqual([young[2]?.id, old[0]?.id]);
    const found = async (search: string, lang = "en") =>
      ids((await list(eve, { search, lang })).items);
    expect(await found(String(old[1]?.port))).toEqual([old[1]?.id]);
    expect(await found("%_o")).toEqual(ids(old));
    expect(await found("_y")).toEqual([]);
    expect(await found("TEXAS")).toEqual(ids(young));
    expect(await found("japon", "fr")).toEqual(ids(old));
    expect(await found("japon")).toEqual([]);
  });

  it("are closed all or none: a foreign, unknown or closed one refuses the batch", async () => {
    const [fay, gil] = [await api.customer(1), await api.customer(1)];
    const [mine, other] = [await add(fay, { num: 3 }), await add(gil)];
    const del = async (given: (string | undefined)[]) => {
      const { code, data } = await fay.call("whitePortDel", { ids: given.join() });
      return [code, (data as unknown as { reason?: string }).reason ?? data.deleted];
    };
    const gone = [404, "whitePortNotFound"];
    expect(await del([mine[0]?.id, other[0]?.id])).toEqual(gone);
    expect(await del([mine[0]?.id, api.services.world.id()])).toEqual(gone);
    expect(await del(["nothing"])).toEqual(gone);
    expect(await del([""])).toEqual([400, "selectRow"]);
    expect((await list(fay)).total).toBe(3);
    const link = await api.link();
    expect(await del([mine[0]?.id, mine[2]?.id])).toEqual([0, 2]);
    expect(ids((await list(fay)).items)).toEqual([mine[1]?.id]);
    expect(await facts([...mine, ...other])).toHaveLength(2);
    const dropped = () =>
      link.news.flatMap((news) => (news.kind === "change" ? news.drops : [])).map(({ id }) => id);
    await expect.poll(dropped, { timeout: 3_000 }).toContain(mine[0]?.id);
    await link.stop();
    expect(await del([mine[0]?.id])).toEqual(gone);
    const [spelt] = await add(fay);
    expect(await del([spelt?.id.toUpperCase(), spelt?.id])).toEqual([0, 1]);
    const twice = await Promise.all([1, 2, 3, 4].map(() => del([mine[1]?.id])));
    expect(twice.filter(([code]) => code === 0)).toHaveLength(1);
    expect((await list(gil)).total).toBe(1);
  });

  it("expire by the clock: removed from the list at once, from gateways by the job", async () => {
    const hal = await api.customer(1);
    const brief = await add(hal, { minutes: 1 });
    const long = await add(hal, { minutes: 1440 });
    const { world } = api.services;
    const before = world.offsetMs();
    world.setOffset(before + 60_001);
    expect(ids((await list(hal)).items)).toEqual(ids(long));
    expect(await facts([...brief, ...long])).toHaveLength(2);
    const { code } = await hal.call("whitePortDel", { ids: ids(brief).join() });
    expect(code).toBe(404);
    await runDueJobs(api.services, leasedPortJobs);
    expect(ids(await facts([...brief, ...long]))).toEqual(ids(long));
    const rows = async () => {
      const found = await sql<{ id: string }>`
        select id from gate_port where account_id = ${hal.id} order by id`.execute(api.db);
      return ids(found.rows);
    };
    expect(await rows()).toEqual(ids([...brief, ...long]).toSorted());
    // A day after ports were closed, their rows are deleted.
    world.setOffset(before + 86_400_000 + 200_000);
    await runDueJobs(api.services, leasedPortJobs);
    expect(await rows()).toEqual(ids(long));
    world.setOffset(before);
  });

  it.runIf(isFull)(
    "are limited to 1,000 per account, also with concurrent calls",
    async () => {
      const ida = await api.customer(1);
      const asked = Array.from({ length: 13 }, () =>
        ida.call("whitePortAdd", { num: 100, minutes: 1 }),
      );
      const codes = (await Promise.all(asked)).map(({ code, data }) => {
        return code === 0 ? "made" : (data as unknown as { reason: string }).reason;
      });
      expect(codes.filter((code) => code === "made")).toHaveLength(10);
      expect(codes.filter((code) => code === "tooManyWhitePorts")).toHaveLength(3);
      expect((await list(ida)).total).toBe(1_000);
      expect(await refusal(ida, {})).toEqual([409, "tooManyWhitePorts", undefined]);
      const other = await api.customer(1);
      expect(await add(other)).toHaveLength(1);
    },
    30_000,
  );

  it("require traffic in the balance", async () => {
    const idle = await api.customer();
    expect(await refusal(idle, {})).toEqual([402, "insufficientTraffic", undefined]);
    await api.grant(idle.id, 1);
    expect(await add(idle, { num: 2 })).toHaveLength(2);
  });

  it("are in the snapshot once each, also those of a disabled account, which cannot add more", async () => {
    const jon = await api.customer(1);
    const items = await add(jon, { num: 2 });
    await transaction(api.db, (tx) => setDisabled(tx, jon.id, new Date()));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof snapshotPage>> = await snapshotPage(
        api.services,
        cursor,
      );
      seen.push(...page.facts.filter(({ kind }) => kind === "whitePort").map(({ id }) => id));
      ({ cursor } = page);
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    // Its sub-accounts are disabled, so no one has access.
    expect(seen).toEqual(expect.arrayContaining(ids(items)));
    // A call that arrived before cannot create one either.
    const caller = {
      accountId: jon.id,
      sessionId: "",
      lang: "en",
      ip: "",
      agent: "",
      ref: "",
    } as const;
    const late = whitelistedPortCalls(api.services).whitePortAdd({ num: 1, minutes: 1 }, caller);
    await expect(late).rejects.toThrow("sessionInvalid");
  });

  it("are deleted with their account, and their remarks erased", async () => {
    const [kim, leo] = [await api.customer(1), await api.customer(1)];
    const own = await add(kim, { num: 2, remark: "secret plans" });
    const others = await add(leo, { remark: "kept" });
    await transaction(api.db, (tx) => eraseWhitelistedPorts(api.services, tx, [kim.id]));
    expect(ids(await facts([...own, ...others]))).toEqual(ids(others));
    expect((await list(kim)).total).toBe(0);
    const { rows } = await sql<{ remark: string }>`
      select remark from white_port where account_id in (${kim.id}, ${leo.id})
      order by remark`.execute(api.db);
    expect(rows.map(({ remark }) => remark)).toEqual(["", "", "kept"]);
  });
});
