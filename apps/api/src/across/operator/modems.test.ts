/** Modems, from the import to the customer's new address (spec/supply#modems). */
import { sampled } from "@turnpike/net/testing/full.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { bothEngines } from "../../../../gateway/src/testing/engines.ts";
import { readModems } from "../../inventory/exit/read-modems.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { moveStaticAt } from "../../products/static/store/modems.ts";
import { type BoughtStage, startBoughtStage } from "./testing/bought.ts";
import { operateJson } from "./testing.ts";

const first = "ip,kind,host,port,user,password,country,state,city,isp,asn,product,provenance";
const columns = `${first},rotate_url,rotate_min_seconds`;
const loaded = 20_000;

describe.each(sampled(bothEngines, 2))("a modem ($name engine)", ({ options }) => {
  let api: BoughtStage["api"];
  let lines: BoughtStage["lines"];
  let ada: BoughtStage["ada"];
  const stage = forTests(async () => {
    const exits = Array.from({ length: 4 }, (_, at) => `127.9.8.${at + 1}`);
    const spare = Array.from({ length: 6 }, (_, at) => `127.9.9.${at + 1}`);
    return startBoughtStage({ exits, spare, engine: options });
  });
  beforeAll(() => {
    ({ api, lines, ada } = stage);
  });

  const json = (...args: string[]) => operateJson(api.services, ...args);
  const read = () => readModems(api.services, moveStaticAt);
  const useList = async () =>
    (await api.send("staticUseList", { session: ada.session, sort: "remark" })).data.items;
  const one = async () => {
    const [found] = await useList();
    if (found === undefined) throw new Error("not listed");
    return found;
  };
  const rotate = async (id: string) => api.send("staticRotate", { session: ada.session, id });
  const byToken = async (token: string | null) => {
    const answer = await fetch(`${api.url}/rotate?token=${token}`);
    return { status: answer.status, body: await answer.json() };
  };
  const row = (line: number, changed: Record<string, string> = {}) => {
    const [host, port, user, password] = lines.offered[line]?.split(":") ?? [];
    const link = lines.rotateUrl(line).replace("://", "://op:very-secret@");
    const fields = { ip: "", kind: "http", host, port, user, password, country: "DE" };
    const place = { state: "Berlin", city: "Berlin", isp: "Acme Mobile", asn: "64500" };
    const rest = { product: "static", provenance: "Acme modems", rotate_url: link };
    const given = { ...fields, ...place, ...rest, rotate_min_seconds: "60", ...changed };
    return columns
      .split(",")
      .map((name) => (given as Record<string, string | undefined>)[name] ?? "")
      .join(",");
  };
  const load = (...rows: string[]) =>
    json("exits", "import", stage.fileOf([columns, ...rows].join("\n")));
  /** Reads addresses until the first static IP has one that it lacked. */
  const changedFrom = async (before: string) => {
    await waitFor(
      "a new address",
      async () => {
        await read();
        const { exitIp, rotating } = await one();
        return !rotating && exitIp !== before;
      },
      loaded,
    );
    return one();
  };
  /** Waits until the gateway's lines name an address: the proxy itself has it before. */
  const isTold = (ip: string) =>
    waitFor(
      "gateways know it",
      async () => {
        expect(await stage.addressThrough(await one())).toBe(ip);
        const { rows } = await sql`
          select from connection_trace where exit_ip = ${ip}::inet limit 1`.execute(api.db);
        return rows.length > 0;
      },
      loaded,
    );

  it("is imported without an address, which its proxy tells; its link is sealed and shown nowhere", async () => {
    for (const [changed, fault] of [
      [{ rotate_min_seconds: "0" }, "rotate_min_seconds 0 is no number up to 86400"],
      [{ rotate_url: "ftp://modem/" }, "rotate_url must begin with http:// or https://"],
      [{ rotate_url: "http://10.0.0.1/x" }, "rotate_url: 10.0.0.1 is in no network"],
      [{ product: "pool" }, "product of a modem is one of static, short"],
      [{ kind: "local" }, "kind of a modem is one of http, socks5"],
      [{ rotate_url: "" }, "rotate_min_seconds needs rotate_url"],
    ] as const) {
      const { code, error } = await load(row(0, changed));
      expect([code, error]).toEqual([1, expect.stringContaining(fault)]);
      expect(error).not.toContain("very-secret");
    }
    const two = row(1, { kind: "socks5", rotate_min_seconds: "1" });
    // What was imported first is sold first.
    expect((await load(row(0))).said).toMatchObject({ added: 1, changed: 0 });
    expect((await load(row(0), two)).said).toMatchObject({ added: 1, changed: 0 });
    expect((await load(row(0), two)).said).toMatchObject({ added: 0, changed: 0 });
    expect((await load(row(0), row(0))).error).toContain("listed twice");
    const port = String(lines.port);
    const plain = [`127.0.0.1:${port}:line2:secret2`].join("\n");
    const list = ["--list", "--product", "static", "--country", "FR", "--how", "http"];
    await json("exits", "import", stage.fileOf(plain), ...list, "--provenance", "Acme");
    expect((await json("exits", "modems")).said).toMatchObject([
      { address: "", state: "unread", since: null, minSeconds: 60, rotations: 0 },
      { address: "", state: "unread", minSeconds: 1 },
    ]);
    const stock = async () =>
      (await api.send("staticList", { session: ada.session, country: "DE" })).data.items;
    expect(await stock()).toEqual([]);
    await read();
    await stage.opened(3);
    expect(await stock()).toMatchObject([{ city: "berlin", available: 2 }]);
    const { said } = await json("exits", "modems");
    expect(said.map(({ address }: { address: string }) => address)).toEqual([
      "127.9.8.1",
      "127.9.8.2",
    ]);
    const { rows } = await sql`
      select to_jsonb(m) as row, (select jsonb_agg(to_jsonb(a)) from audit_log a) as audit
      from modem m`.execute(api.db);
    expect(JSON.stringify([rows, said])).not.toContain("very-secret");
  });

  it("gives its customer another address, once per interval, however many ask at once (spec/supply#modems)", async () => {
    await giveStatics(api.services, ada.id, { country: "DE", remark: "1", password: "open77x" });
    const before = await one();
    expect(before).toMatchObject({ exitIp: "127.9.8.1", rotateRetryAfter: 0, rotating: false });
    expect(await stage.addressThrough(before)).toBe("127.9.8.1");
    const asked = await Promise.all(Array.from({ length: 50 }, () => rotate(before.id)));
    const done = asked.filter(({ code }) => code === 0);
    expect(done.map(({ data }) => data)).toEqual([{ retryAfter: 60 }]);
    for (const { code, data } of asked.filter((each) => each.code !== 0)) {
      expect([code, data]).toEqual([429, { reason: "tooSoon", retryAfter: expect.any(Number) }]);
      const { retryAfter } = data as unknown as { retryAfter: number };
      expect(retryAfter).toBeGreaterThan(50);
      expect(retryAfter).toBeLessThanOrEqual(60);
    }
    expect(lines.rotations).toBe(1);
    expect(await one()).toMatchObject({ exitIp: "127.9.8.1", rotating: true });
    const after = await changedFrom("127.9.8.1");
    expect(after).toMatchObject({ id: before.id, host: before.host, port: before.port });
    expect(after.exitIp).toBe("127.9.9.1");
    expect(after.rotateRetryAfter).toBeGreaterThan(50);
    await isTold("127.9.9.1");
  });

  it("is traced by address and time; what began while it changed is found as perhaps", async () => {
    const addresses = await sql<{ address: string; from: Date; until: Date | null }>`
      select host(address) as address, from_at as "from", until_at as until from modem_address
      where host(address) in ('127.9.8.1', '127.9.9.1') order by from_at`.execute(api.db);
    const [old, fresh] = addresses.rows;
    if (old?.until == null || fresh === undefined) throw new Error("not written");
    expect(fresh.until).toBeNull();
    // The link was called, and a connection began before the new address was read.
    const between = await one();
    const gap = new Date((old.until.getTime() + fresh.from.getTime()) / 2);
    const trace = async (exit: string, at: Date) => {
      const asked = ["trace", "--exit", exit, "--at", at.toISOString(), "--window", "0"];
      return (await json(...asked)).said.connections as {
        certainty: string;
        exit: string | null;
        account: { id: string };
      }[];
    };
    const lineAt = async (exit: string | null, at: Date) => {
      await sql`
        insert into connection_trace (id, account_id, sub_account_id, product, at, client, target,
          protocol, exit_ip, country, up_bytes, down_bytes, ms, outcome, reason, detail, gateway)
        values (${`gap-${exit}-${at.getTime()}`}, ${ada.id}, ${between.id}, 'static', ${at}, null, 'x:1',
          'connect', ${exit}::inet, 'DE', 1, 1, 1, 'ok', '', '', 'local-1')`.execute(api.db);
    };
    await lineAt(null, gap);
    for (const exit of ["127.9.8.1", "127.9.9.1"])
      expect(await trace(exit, gap)).toMatchObject([
        { certainty: "perhaps", exit: null, account: { id: ada.id } },
      ]);
    // Real traffic, as the gateway wrote it.
    await waitFor(
      "lines are stored",
      async () => {
        const { rows } = await sql<{ exit: string; at: Date }>`
          select distinct on (exit_ip) host(exit_ip) as exit, at from connection_trace
          where exit_ip is not null order by exit_ip, at`.execute(api.db);
        const times = new Map(rows.map(({ exit, at }) => [exit, at]));
        const [was, is] = [times.get("127.9.8.1"), times.get("127.9.9.1")];
        if (was === undefined || is === undefined) return false;
        const sure = { certainty: "surely", account: { id: ada.id } };
        expect(await trace("127.9.8.1", was)).toMatchObject([{ ...sure, exit: "127.9.8.1" }]);
        expect(await trace("127.9.9.1", is)).toMatchObject([{ ...sure, exit: "127.9.9.1" }]);
        expect(await trace("127.9.9.1", was)).toEqual([]);
        expect(await trace("127.9.8.1", is)).toEqual([]);
        return true;
      },
      loaded,
    );
    const { said } = await json("exits", "provenance", "127.9.8.1");
    expect(said.origins).toMatchObject([{ provenance: "Acme modems" }]);
    expect(said.holders).toMatchObject([{ account: { id: ada.id } }]);
  });

  it("rotates by the link in its token, which a new password replaces", async () => {
    await giveStatics(api.services, ada.id, { country: "DE", remark: "0", password: "open77x" });
    const { id, rotateToken, exitIp } = await one();
    expect(exitIp).toBe("127.9.8.2");
    expect(await byToken(rotateToken)).toEqual({
      status: 200,
      body: { code: 0, msg: "", data: { retryAfter: 1, ip: null } },
    });
    const [, rotated] = await useList();
    expect(await byToken(rotated?.rotateToken ?? null)).toMatchObject({
      status: 429,
      body: { code: 429, data: { reason: "tooSoon", retryAfter: expect.any(Number) } },
    });
    expect((await changedFrom(exitIp)).exitIp).toMatch(/^127\.9\.9\./);
    await api.send("staticUpdate", { session: ada.session, id, password: "newpass88" });
    const { rotateToken: next } = await one();
    expect(next).not.toBe(rotateToken);
    for (const wrong of [rotateToken, "", "x", `${next?.slice(0, 63)}g`, null])
      expect(await byToken(wrong)).toMatchObject({ status: 404, body: { code: 404 } });
    await waitFor("the interval passes", async () => (await byToken(next)).status === 200, loaded);
  });

  it("says that a dead link failed, and lets it be tried again at once", async () => {
    const { id, rotateToken } = await one();
    await waitFor("it may rotate", async () => (await one()).rotateRetryAfter === 0, loaded);
    lines.brokenLink = { status: 302, text: "" };
    expect(await rotate(id)).toMatchObject({ code: 503, data: { reason: "rotationFailed" } });
    expect(await byToken(rotateToken)).toMatchObject({ status: 404, body: { code: 503 } });
    const { said } = await json("exits", "modems");
    expect(said[1]).toMatchObject({ trouble: "the link answers 302" });
    lines.brokenLink = null;
    expect(await rotate(id)).toMatchObject({ code: 0 });
    await read();
  });

  it("is rotated by the operator too, and by nobody else", async () => {
    const [modem] = (await json("exits", "modems")).said;
    await sql`update modem set rotated_at = null`.execute(api.db);
    const { exitIp } = (await useList())[1] ?? {};
    expect((await json("exits", "rotate", modem.id)).said).toEqual({
      id: modem.id,
      retryAfter: 60,
    });
    expect((await json("exits", "rotate", modem.id)).code).toBe(1);
    expect((await json("exits", "rotate", modem.name)).error).toContain("several modems");
    expect((await json("exits", "rotate", "127.1.1.1")).error).toContain("there is no modem");
    const audit = await sql`
      select actor, subject from audit_log where action = 'exits.rotate'`.execute(api.db);
    expect(audit.rows).toEqual([{ actor: "cli", subject: modem.name }]);
    expect(exitIp).toBe("127.9.9.1");
    const eve = await api.register();
    const { id } = await one();
    expect(await api.send("staticRotate", { session: eve.session, id })).toMatchObject({
      data: { reason: "staticNotFound" },
    });
    const [plain] = await giveStatics(api.services, eve.id, { country: "FR" });
    expect(await api.send("staticRotate", { session: eve.session, id: plain ?? "" })).toMatchObject(
      { code: 409, data: { reason: "notRotatable" } },
    );
    const { data } = await api.send("staticUseList", { session: eve.session });
    expect(data.items[0]).toMatchObject({ rotateToken: null, rotateRetryAfter: null });
  });

  it("may have been imported as a plain exit before; its customer keeps it", async () => {
    const plain = row(3, { ip: "127.9.8.4", rotate_url: "", rotate_min_seconds: "" });
    expect((await load(plain)).said).toMatchObject({ added: 1 });
    await sql`update exit set shared = true where host(ip) = '127.9.8.4'`.execute(api.db);
    expect((await load(row(3))).said).toMatchObject({ added: 0, changed: 1 });
    const { said } = await json("exits", "modems");
    expect(said).toHaveLength(3);
    expect(said[2]).toMatchObject({ address: "127.9.8.4" });
    expect((await json("exits", "retire", said[2].id)).said).toMatchObject({ retired: 1 });
    expect((await json("exits", "modems")).said).toHaveLength(2);
  });
});
