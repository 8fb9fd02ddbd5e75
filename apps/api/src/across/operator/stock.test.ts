import { writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { give } from "../../products/cdkey/testing.ts";
import { startTestApi } from "../../../testing/api.ts";
import { operateJson } from "./testing.ts";

const api = forTests(startTestApi);
const folder = folderForTests();

/** Runs the command line, as a script would. */
const operator = (...args: string[]) => operateJson(api.services, ...args);

const first =
  "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product,provenance";
const line = (ip: string, provenance = "own network") =>
  `${ip},socks5,127.0.0.1,1080,u,secret-pw,GL,Sermersooq,Nuuk,3900,Tusass,8818,pool,${provenance}`;
function fileOf(...lines: string[]): string {
  const file = path.join(folder, "exits.csv");
  writeFileSync(file, [first, ...lines].join("\n"));
  return file;
}

describe("exits import · list · retire (spec/operator#exits-import)", () => {
  it("adds new exits, changes existing ones, and lists the provenance of each", async () => {
    const file = fileOf(line("127.2.0.1"), line("127.2.0.2"));
    expect(await operator("exits", "import", file)).toMatchObject({
      code: 0,
      said: { added: 2, changed: 0 },
    });
    const again = fileOf(line("127.2.0.2", "leased"), line("127.2.0.3"));
    expect(await operator("exits", "import", again)).toMatchObject({
      said: { added: 1, changed: 1 },
    });
    expect(await operator("exits", "import", again)).toMatchObject({
      said: { added: 0, changed: 0 },
    });
    const other = line("127.2.0.3").replace("secret-pw", "secret-pw ");
    expect(
      await operator("exits", "import", fileOf(line("127.2.0.2", "leased"), other)),
    ).toMatchObject({
      said: { added: 0, changed: 1 },
    });
    const { said } = await operator("exits", "list", "--country", "gl");
    expect(said).toMatchObject([
      { ip: "127.2.0.1", kind: "socks5", city: "Nuuk", provenance: "own network" },
      { ip: "127.2.0.2", provenance: "leased" },
      { ip: "127.2.0.3", provenance: "own network" },
    ]);
    expect(JSON.stringify(said)).not.toContain("secret-pw");
  });

  it("assigns exits to the node named in the file, and shows it (spec/nodes#ownership)", async () => {
    const local = line("127.2.0.9").replace("socks5,127.0.0.1,1080", "local,,").replace("GL", "AX");
    const named = (node: string) => {
      writeFileSync(path.join(folder, "nodes.csv"), `${first},node\n${local},${node}`);
      return operator("exits", "import", path.join(folder, "nodes.csv"));
    };
    expect(await named("nowhere")).toMatchObject({ code: 1, said: { field: null } });
    const added = { added: 1, changed: 0 };
    expect(await named("")).toMatchObject({ code: 0, said: added });
    expect(await named("Local")).toMatchObject({ said: { added: 0, changed: 1 } });
    expect(await named("local")).toMatchObject({ said: { added: 0, changed: 0 } });
    const { said } = await operator("exits", "list", "--country", "AX");
    expect(said).toMatchObject([{ ip: "127.2.0.9", node: "local", state: "" }]);
  });

  it("offers exits to customers at once, and no longer once they are retired", async () => {
    const { session } = await api.register();
    const inGreenland = async () => {
      const { data } = await api.send("countryV2", { session });
      return data.items.find(({ code }) => code === "GL")?.online;
    };
    expect(await inGreenland()).toBe(3);
    const retired = await operator("exits", "retire", "127.2.0.1");
    expect(retired).toMatchObject({ code: 0, said: { ip: "127.2.0.1", retired: 1 } });
    // Counts are cached for a moment.
    await expect.poll(inGreenland, { timeout: 5_000 }).toBe(2);
    expect(await operator("exits", "retire", "127.2.0.1")).toMatchObject({
      code: 1,
      said: { field: null },
    });
    expect(await operator("exits", "retire", "nowhere")).toMatchObject({ code: 2 });
  });

  it("imports nothing from a file with an invalid line", async () => {
    const file = fileOf(line("127.2.0.9"), line("127.2.0"));
    const { code, said, error } = await operator("exits", "import", file);
    expect([code, said.column]).toEqual([1, null]);
    expect(error).toContain("line 3: ip 127.2.0 is not an IP address");
    const listed = await operator("exits", "list", "--country", "GL");
    expect(JSON.stringify(listed.said)).not.toContain("127.2.0.9");
  });
});

describe("Static IP stock in operator commands (spec/operator#exits-import, spec/static#ports)", () => {
  type Row = { ip: string; state: string; restsUntil: string | null };
  /** Exits by address. */
  const states = async () => {
    const { said } = await operator("exits", "list", "--country", "GL");
    return new Map((said as Row[]).map((row) => [row.ip, row]));
  };
  const stocked = (ip: string) => line(ip).replace(",pool,", ",static,");

  it("exits list shows which are free, taken or resting, but no state for pool exits", async () => {
    const file = fileOf(line("127.2.1.1"), stocked("127.2.1.2"), stocked("127.2.1.3"));
    await operator("exits", "import", file);
    const { session, id } = await api.register();
    await give(api.services, id, { asset: "static30", amount: 2 });
    const fields = { session, country: "GL", days: 30, num: 1 };
    const { data } = await api.send("staticUse", fields);
    const [item] = data.items;
    const taken = item?.host ?? "";
    const other = taken === "127.2.1.2" ? "127.2.1.3" : "127.2.1.2";
    const before = await states();
    expect(before.get(taken)).toMatchObject({ state: "taken", restsUntil: null });
    expect(before.get(other)).toMatchObject({ state: "free", restsUntil: null });
    expect(before.get("127.2.1.1")).toMatchObject({ state: "" });
    await api.send("staticDel", { session, ids: item?.id ?? "", confirm: 1 });
    expect((await states()).get(taken)).toMatchObject({
      state: "resting",
      restsUntil: expect.stringMatching(/Z$/) as string,
    });
  });

  it("exits import refuses an IP address that another static or short exit has, and names that exit", async () => {
    const short = (ip: string) => line(ip).replace(",pool,", ",short,");
    const bound = (ip: string, host: string) =>
      stocked(ip).replace("socks5,127.0.0.1,1080", `local,${host},`);
    const file = (...lines: string[]) => operator("exits", "import", fileOf(...lines));
    expect(await file(stocked("127.2.1.6"), bound("127.2.1.7", "127.2.1.17"))).toMatchObject({
      said: { added: 2 },
    });
    const again = await file(line("127.2.1.8"), short("127.2.1.6"));
    expect([again.code, again.said.column]).toEqual([1, null]);
    expect(again.error).toMatch(
      /127\.2\.1\.6 would be the listener of two.*127\.2\.1\.6 \(static\)/,
    );
    const other = await file(bound("127.2.1.9", "127.2.1.17"));
    expect(other.error).toMatch(
      /127\.2\.1\.17 would be the listener of two.*127\.2\.1\.7 \(static\)/,
    );
    const crossed = await file(short("127.2.1.17"));
    expect(crossed.error).toContain("127.2.1.17 would be the listener of two");
    expect((await states()).has("127.2.1.8")).toBe(false);
    // A retired exit has no listener, and an existing exit may be changed.
    await operator("exits", "retire", "127.2.1.6");
    const well = await file(short("127.2.1.6"), bound("127.2.1.7", "127.2.1.18"));
    expect(well.said).toMatchObject({ added: 1, changed: 1 });
  });

  it("exits retire reports a taken exit; its customer sees it as unreachable and replaces it", async () => {
    await operator("exits", "import", fileOf(stocked("127.2.1.4"), stocked("127.2.1.5")));
    const { session, id } = await api.register();
    await give(api.services, id, { asset: "static30", amount: 1 });
    const { data } = await api.send("staticUse", { session, country: "GL", days: 30, num: 1 });
    const [item] = data.items;
    const ip = item?.host ?? "";
    expect((await operator("exits", "retire", ip)).said).toEqual({ ip, retired: 1, taken: 1 });
    const list = async () => (await api.send("staticUseList", { session })).data.items;
    expect(await list()).toMatchObject([{ host: ip, reachable: false }]);
    const changed = await api.send("staticChange", { session, id: item?.id ?? "" });
    expect(changed.code).toBe(0);
    expect(changed.data.host).not.toBe(ip);
    expect(await list()).toMatchObject([{ id: item?.id, reachable: true, replacements: 1 }]);
    // A retired exit is no longer sold.
    expect((await states()).has(ip)).toBe(false);
  });
});

describe("exits retire, then exits import of the same address (spec/operator#exits-import)", () => {
  const stocked = (ip: string, provenance?: string) =>
    line(ip, provenance).replace(",pool,", ",static,").replace(",GL,", ",FO,");
  const row = async (ip: string) => {
    const { said } = await operator("exits", "list", "--country", "FO");
    return (said as { ip: string; state: string }[]).filter((one) => one.ip === ip);
  };

  it("leave it with its customer; once released it rests, and nobody else gets it", async () => {
    const ip = "127.2.3.1";
    await operator("exits", "import", fileOf(stocked(ip)));
    const { session, id } = await api.register();
    await give(api.services, id, { asset: "static30", amount: 1 });
    const fields = { session, country: "FO", days: 30, num: 1 };
    const { data } = await api.send("staticUse", fields);
    expect(data.items[0]?.host).toBe(ip);
    await operator("exits", "retire", ip);
    const again = await operator("exits", "import", fileOf(stocked(ip, "leased")));
    expect(again.said).toMatchObject({ added: 1, changed: 0 });
    expect(await row(ip)).toMatchObject([{ state: "taken", provenance: "leased" }]);
    const other = await api.register();
    await give(api.services, other.id, { asset: "static30", amount: 1 });
    const refused = await api.send("staticUse", { ...fields, session: other.session });
    expect(refused).toMatchObject({ code: 402, data: { short: "stock" } });
    // An exit released while it was retired still rests.
    await operator("exits", "retire", ip);
    await api.send("staticDel", { session, ids: data.items[0]?.id ?? "", confirm: 1 });
    const third = await operator("exits", "import", fileOf(stocked(ip, "leased")));
    expect(third.said).toMatchObject({ added: 1, changed: 0 });
    expect(await row(ip)).toMatchObject([{ state: "resting" }]);
    const late = await api.send("staticUse", { ...fields, session: other.session });
    expect(late).toMatchObject({ code: 402, data: { short: "stock" } });
    // Nor can it be imported for the other product.
    await operator("exits", "retire", ip);
    const short = await operator("exits", "import", fileOf(stocked(ip).replace("static", "short")));
    expect([short.code, short.said.column]).toEqual([1, null]);
    expect(short.error).toContain(`${ip} would be the listener of two exits`);
  });

  it("import waits for a concurrent purchase of exits, locking in the same order", async () => {
    const ips = ["127.2.3.11", "127.2.3.12"];
    await operator("exits", "import", fileOf(...ips.map((ip) => stocked(ip))));
    const { db } = api.services;
    const order = sql<{ ip: string }>`select host(ip) as ip from exit
      where ip = any(${ips}::inet[]) order by coalesce(rests_until, created_at), id`;
    const [first = "", second = ""] = (await order.execute(db)).rows.map(({ ip }) => ip);
    const lock = (ip: string) => sql`
      select from exit where ip = ${ip}::inet for no key update nowait`;
    const waits = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`.execute(db)
      ).rows.length;
    const file = fileOf(stocked(second, "leased"), stocked(first, "leased"));
    const importing = await db.transaction().execute(async (tx) => {
      await lock(first).execute(tx);
      const begun = operator("exits", "import", file);
      await expect.poll(waits, { timeout: 15_000 }).toBe(1);
      await lock(second).execute(tx);
      return { begun };
    });
    expect((await importing.begun).said).toMatchObject({ added: 0, changed: 2 });
  }, 30_000);
});

describe("promotions (spec/money#recharge-bonus)", () => {
  const bonusNow = async () => {
    const { session } = await api.register();
    const { data } = await api.send("indexInit", { session });
    return { tiers: data.bonusTiers, names: data.promotions.map(({ title }) => title) };
  };
  const usual = [
    { fromCents: 50_000, percent: 5 },
    { fromCents: 200_000, percent: 10 },
  ];

  it("can enable the Halloween rebate of up to 15 % for its days, and disable it again", async () => {
    expect((await bonusNow()).tiers).toEqual(usual);
    const days = ["--starts", "2020-01-01", "--ends", "2099-01-01"];
    const on = await operator("promotions", "enable", "halloween", ...days);
    expect(on.said).toMatchObject([{ percent: 5 }, { percent: 10 }, { percent: 15 }]);
    expect((await bonusNow()).tiers.at(-1)).toEqual({ fromCents: 200_000, percent: 15 });
    expect(await operator("promotions", "disable", "halloween")).toMatchObject({ code: 0 });
    expect((await bonusNow()).tiers).toEqual(usual);
  });

  it("can add the operator's own promotion, which applies while it runs", async () => {
    const what = ["--title", "Spring sale", "--from-cents", "10000", "--percent", "7"];
    const days = ["--starts", "2020-01-01", "--ends", "2099-01-01"];
    const added = await operator("promotions", "add", ...what, ...days);
    expect(added).toMatchObject({ code: 0, said: { name: "Spring sale", enabled: true } });
    expect(await bonusNow()).toEqual({
      tiers: [{ fromCents: 10_000, percent: 7 }, usual[1]],
      names: ["Spring sale"],
    });
    const over = ["--starts", "2020-01-01", "--ends", "2020-02-01"];
    await operator("promotions", "enable", "Spring sale", ...over);
    expect((await bonusNow()).tiers).toEqual(usual);
  });

  it("refuse invalid arguments", async () => {
    const what = ["promotions", "add", "--title", "T", "--from-cents", "1", "--percent"];
    const days = ["--starts", "2027-02-01", "--ends", "2027-01-01"];
    expect(await operator(...what, "5", ...days)).toMatchObject({ code: 2 });
    expect(
      await operator(...what, "101", "--starts", "2027-01-01", "--ends", "2027-02-01"),
    ).toMatchObject({ code: 1, said: { field: "percent" } });
    expect(await operator("promotions", "enable", "nothing")).toMatchObject({ code: 1 });
  });
});
