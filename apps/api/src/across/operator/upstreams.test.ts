/** `upstreams …` and `pools …` on the command line, and what gateways receive of them. */
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestApi } from "../../../testing/api.ts";
import { operate, operateJson } from "./testing.ts";

const api = forTests(startTestApi);
const folder = folderForTests();

const json = (...args: string[]) => operateJson(api.services, ...args);
const acme = {
  name: "acme-eu",
  preset: "oxylabs",
  how: "http",
  hosts: ["127.0.0.1:7777"],
  login: { login: "acme" },
  secret: "very secret",
  countries: ["DE", "US"],
  priority: 1,
  weight: 70,
  perGbMicros: 3_200_000,
  provenance: "Acme, contract 2026-17",
};
function file(content: object | string): string {
  const name = path.join(folder, `${Math.random()}.json`);
  writeFileSync(name, typeof content === "string" ? content : JSON.stringify(content));
  return name;
}

/** The facts that gateways receive of a kind. */
async function facts(kind: string) {
  const resource = [...api.services.modules.resources.values()].find((one) => one.kind === kind);
  return (await resource?.after(api.services, "", 1_000))?.facts ?? [];
}

describe("the upstreams of an operator (spec/supply#commands)", () => {
  it("adds an upstream from a file, sealed at rest, shown without its secrets", async () => {
    const added = await json("upstreams", "add", file(acme));
    expect(added).toMatchObject({ code: 0, said: { name: "acme-eu", state: "on" } });
    const { said } = await json("upstreams", "show", "acme-eu");
    expect(said).toMatchObject({
      ...acme,
      login: { login: "***" },
      secret: "***",
      state: "on",
      connectMs: 20_000,
    });
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(u) || (select coalesce(jsonb_object_agg(id, to_jsonb(a)), '{}')
        from audit_log a) as row from upstream u`.execute(api.db);
    expect(JSON.stringify(rows)).not.toMatch(/very secret|"acme"/);
    const list = await json("upstreams", "list");
    expect(list.said).toEqual([
      {
        name: "acme-eu",
        state: "on",
        how: "http",
        hosts: ["127.0.0.1:7777"],
        countries: ["DE", "US"],
        priority: 1,
        weight: 70,
        connections: 0,
        todayBytes: 0,
        monthBytes: 0,
        alerts: [],
      },
    ]);
    expect((await json("upstreams", "add", file(acme))).said).toMatchObject({ field: "name" });
  });

  it("sends it to gateways with its login, its spellings and a key of its own", async () => {
    const csv = file("country,state,city,isp,token\nDE,,Berlin,,berlin-1\nDE,,berlin,,berlin-2\n");
    expect((await json("upstreams", "places", "acme-eu", csv)).said.places).toBe(1);
    const [fact] = (await facts("upstream")) as UpstreamFact[];
    expect(fact).toMatchObject({
      name: "acme-eu",
      login: { login: "acme" },
      secret: "very secret",
    });
    expect(fact?.sessionKey).toMatch(/^[0-9a-f]{64}$/);
    expect(await facts("upstreamPlaces")).toMatchObject([
      { upstreamId: fact?.id, rows: [["DE", "", "berlin", "", "berlin-1"]] },
    ]);
    const rendered = await json(
      "upstreams",
      "render",
      "acme-eu",
      "--country",
      "de",
      "--city",
      "Berlin",
    );
    expect(rendered.said).toEqual({
      host: "127.0.0.1",
      port: 7_777,
      user: "customer-***-cc-DE-city-berlin-1",
      password: "***",
    });
  });

  it("renders a session that hides the customer's word, and refuses what it cannot write", async () => {
    const request = ["render", "acme-eu", "--country", "US", "--sid", "word1", "--minutes", "10"];
    const { said } = await json("upstreams", ...request);
    expect(said.user).toMatch(/^customer-\*\*\*-cc-US-sessid-[a-z0-9]{8}-sesstime-10$/);
    expect(said.user).not.toContain("word1");
    expect((await json("upstreams", ...request)).said).toEqual(said);
    expect(await json("upstreams", "render", "acme-eu", "--asn", "3320")).toMatchObject({
      code: 1,
      said: { field: "asn" },
    });
    expect((await json("upstreams", "render", "acme-eu", "--country", "FR")).code).toBe(1);
    const long = ["--sid", "a", "--minutes", "1441"];
    expect((await json("upstreams", "render", "acme-eu", ...long)).said.error).toContain("1440");
  });

  it("refuses a file by name with the column of its fault (spec/supply#upstreams)", async () => {
    const refused = async (change: object) => {
      const name = file({ ...acme, name: "other", ...change });
      const text = await operate(api.services, "upstreams", "add", name);
      return { ...(await json("upstreams", "add", name)), line: text.error, out: text.out };
    };
    const rot = await refused({ user: ["customer-{login:rot13}-{session}"] });
    expect(rot).toMatchObject({ code: 1, out: "" });
    expect(rot.line).toMatch(/^user, column \d+: unknown transform rot13$/);
    expect(rot.said).toEqual({
      error: "unknown transform rot13",
      field: "user",
      column: expect.any(Number),
    });
    expect((await refused({ colour: "red" })).said).toMatchObject({
      field: "colour",
      column: null,
    });
    expect((await refused({ user: ["a[b-{session}"] })).said).toMatchObject({ column: 2 });
    expect((await refused({ provenance: undefined })).said).toMatchObject({ field: "provenance" });
    expect((await refused({ hosts: ["192.168.1.1:80"] })).said).toMatchObject({ field: "hosts" });
    expect((await refused({ user: ["x-{login}"] })).said.error).toContain("loses session");
    expect((await refused({ name: "own" })).said).toMatchObject({ field: "name" });
    expect((await json("upstreams", "add", file("{"))).said).toMatchObject({ field: "file" });
    expect((await json("upstreams", "list")).said).toHaveLength(1);
  });

  it("replaces a file and keeps the secret that it does not name; prices stay by day", async () => {
    const shown = (await json("upstreams", "show", "acme-eu")).said;
    const again = file({ ...shown, maxConnections: 5, perGbMicros: 1_000_000 });
    expect((await json("upstreams", "set", "acme-eu", again)).said).toMatchObject({ state: "on" });
    expect((await facts("upstream"))[0]).toMatchObject({
      login: { login: "acme" },
      secret: "very secret",
      maxConnections: 5,
    });
    const port = file({ ...shown, hosts: ["127.0.0.1:7778"] });
    expect((await json("upstreams", "set", "acme-eu", port)).said).toMatchObject({ state: "on" });
    const elsewhere = file({ ...shown, hosts: ["thief.example:7777"] });
    expect((await json("upstreams", "set", "acme-eu", elsewhere)).said).toMatchObject({
      field: "secret",
      error: expect.stringContaining("thief.example has not had them"),
    });
    const moved = file({
      ...shown,
      hosts: ["new.example:7777"],
      login: acme.login,
      secret: "new one",
    });
    expect((await json("upstreams", "set", "acme-eu", moved)).said).toMatchObject({ state: "on" });
    const renamed = file({ ...acme, name: "acme-us" });
    expect((await json("upstreams", "set", "acme-eu", renamed)).said).toMatchObject({
      field: "name",
    });
    expect((await json("upstreams", "set", "nobody", again)).code).toBe(1);
  });

  it("pauses, resumes and retires; a retired one stays in lists and is known to no gateway", async () => {
    const move = async (what: string) => (await json("upstreams", what, "acme-eu")).said?.state;
    expect(await move("pause")).toBe("paused");
    expect(await move("pause")).toBe("paused");
    expect(await facts("upstream")).toMatchObject([{ state: "paused" }]);
    expect(await move("resume")).toBe("on");
    await json("upstreams", "add", file({ ...acme, name: "old" }));
    expect((await json("upstreams", "retire", "old")).said).toMatchObject({ state: "retired" });
    expect((await json("upstreams", "resume", "old")).code).toBe(1);
    expect((await facts("upstream")).map((fact) => (fact as UpstreamFact).name)).toEqual([
      "acme-eu",
    ]);
    const listed = (await json("upstreams", "list")).said;
    expect(listed.map(({ state }: { state: string }) => state)).toEqual(["on", "retired"]);
  });

  it("shows and sets the members of the pool", async () => {
    expect((await json("pools", "show")).said).toEqual([
      { pool: "residential", member: "own", priority: 1, weight: 100, state: "on" },
      { pool: "residential", member: "acme-eu", priority: 1, weight: 70, state: "on" },
    ]);
    expect((await json("pools", "set", "own", "--priority", "2")).said).toMatchObject({
      weight: 100,
    });
    await json("pools", "set", "acme-eu", "--weight", "5");
    expect(await facts("ownExits")).toMatchObject([{ priority: 2, weight: 100 }]);
    expect(await facts("upstream")).toMatchObject([{ priority: 1, weight: 5 }]);
    expect((await json("upstreams", "show", "acme-eu")).said).toMatchObject({ weight: 5 });
    expect((await operate(api.services, "pools", "set", "own")).code).toBe(2);
    expect((await operate(api.services, "pools", "set", "nobody", "--weight", "1")).code).toBe(1);
  });
});

describe("one request through an upstream (spec/supply#test)", () => {
  let proxy: Server;
  let says: { status: number; headers?: Record<string, string> };
  let asked: string[];
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  beforeAll(async () => {
    asked = [];
    proxy = createServer().on("connect", (request, socket) => {
      const login = String(request.headers["proxy-authorization"]).replace("Basic ", "");
      asked.push(`${request.url} ${Buffer.from(login, "base64").toString()}`);
      const { status, headers = {} } = says;
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} Said\r\n${head.join("")}\r\n`);
      if (status !== 200) return socket.end();
      const page = '{"ip":"203.0.113.9"}';
      socket.once("data", () =>
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${page.length}\r\n\r\n${page}`),
      );
      return undefined;
    });
    await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
    const own = { ...acme, name: "tried", hosts: [`127.0.0.1:${portOf(proxy)}`] };
    await json("upstreams", "add", file(own));
  });
  afterAll(() => proxy.close());
  const tried = (...more: string[]) =>
    json("upstreams", "test", "tried", "--target", "http://target.example/ip", ...more);

  it("says what came back, by name and with the address of the exit", async () => {
    says = { status: 200 };
    const { code, said } = await tried("--country", "DE");
    expect([code, said]).toEqual([
      0,
      {
        ok: true,
        status: 200,
        class: null,
        ms: expect.any(Number),
        exitIp: "203.0.113.9",
        place: expect.anything(),
      },
    ]);
    expect(asked).toEqual(["target.example:80 customer-acme-cc-DE:very secret"]);
  });

  it("exits with 1 and the class of the refusal", async () => {
    says = { status: 502, headers: { "X-Error-Description": "Exit node not found" } };
    expect(await tried()).toMatchObject({
      code: 1,
      said: { ok: false, status: 502, class: "noExit" },
    });
    says = { status: 407, headers: { "X-Error-Description": "Traffic limit reached" } };
    expect(await tried()).toMatchObject({ code: 1, said: { class: "quota" } });
    await new Promise((done) => proxy.close(done));
    expect(await tried()).toMatchObject({
      code: 1,
      said: { class: "down", status: null, why: "ECONNREFUSED" },
    });
  });
});
