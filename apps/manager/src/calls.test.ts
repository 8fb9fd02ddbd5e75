/** The manager's calls, access control and limits, over HTTP (spec/manager#calls, X2, X3). */
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, test } from "vitest";
import { LocalPorts } from "./local-ports.ts";
import { type Raw, raw as rawRequest } from "./raw-request.ts";
import { makeFolder, Program, removeFolder, startTestManager } from "./testing.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

const dashboard = "https://turnpike.example";
const manager = forTests(() => startTestManager(undefined, { dashboards: [dashboard] }));

const raw = (path: string, options?: Raw) => rawRequest(manager.url + path, options);
const upstream = "10.9.9.9:7000:ada:secret";
const startBody = JSON.stringify({ upstream });

describe("/start", () => {
  it("returns the local port without the upstream's secret", async () => {
    const { text: said, headers } = await raw("/start", { body: startBody });
    const item = {
      port: expect.any(Number),
      ip: "",
      upstream: "10.9.9.9:7000",
      protocol: "both",
      startedAt: expect.any(String),
      expiresAt: null,
      upBytes: 0,
      downBytes: 0,
      connections: 0,
      state: "listening",
      detail: "",
    };
    expect(JSON.parse(said)).toEqual({ code: 0, msg: "", data: { ...item, item } });
    expect(headers["cache-control"]).toBe("no-store");
    const list = await raw("/ipList");
    for (const answer of [said, list.text]) {
      expect(answer).not.toContain("secret");
      expect(answer).not.toContain("ada");
    }
  });

  it("accepts forms and JSON, with empty fields in any notation", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
    const body = new URLSearchParams({ upstream: "10.9.9.8:1", ip: "9.9.9.9", protocol: "socks5" });
    const { text: said } = await raw("/start", {
      headers: form,
      body: `${body.toString()}&port=&expiresAt=`,
    });
    expect(JSON.parse(said)).toMatchObject({
      code: 0,
      data: { ip: "9.9.9.9", protocol: "socks5" },
    });
  });

  it("returns the same port for the same upstream, also concurrently, unless another is requested", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => manager.start("10.9.9.7:1:a:b")));
    expect(new Set(all.map(({ port }) => port)).size).toBe(1);
    const port = all[0]?.port ?? 0;
    const spelled = await manager.start("http://a:b@10.9.9.7:1");
    expect(spelled.port).toBe(port);
    const others = [
      await manager.start("10.9.9.7:1:a:c"),
      await manager.start("socks5://a:b@10.9.9.7:1"),
    ];
    for (const other of others) expect(other.port).not.toBe(port);
    const until = new Date(Date.now() + 60_000).toISOString();
    const longer = await manager.start("10.9.9.7:1:a:b", { expiresAt: until, ip: "1.2.3.4" });
    expect(longer).toMatchObject({ port, expiresAt: until, ip: "1.2.3.4" });
    const asked = await freePort();
    expect((await manager.start("10.9.9.7:1:a:b", { port: asked })).port).toBe(asked);
  });

  it("opens a single port for concurrent calls", async () => {
    const folder = makeFolder();
    const outside = { now: Date.now, say: () => {} };
    const ports = new LocalPorts({ folder, managerPort: () => manager.port, ...outside });
    await ports.restore();
    const fields = { upstream: "10.9.9.0:1:a:b", protocol: "both" as const, port: undefined };
    const all = await Promise.all([1, 2, 3].map(() => ports.start(fields)));
    expect(new Set(all.map(({ port }) => port)).size).toBe(1);
    expect(ports.list()).toHaveLength(1);
    await ports.stop();
    removeFolder(folder);
  });

  it("restarts a port that has expired", async () => {
    const end = () => new Date(Date.now() + 60_000).toISOString();
    const { port } = await manager.start("10.9.9.6:1", { expiresAt: end() });
    manager.advance(60_000);
    const ended = (await manager.list()).find((one) => one.port === port);
    expect(ended?.state).toBe("expired");
    expect(await manager.start("10.9.9.6:1")).toMatchObject({
      port,
      state: "listening",
      expiresAt: null,
    });
  });

  it.each([
    ["missingField", "upstream", {}],
    ["missingField", "upstream", { upstream: "" }],
    ["badUpstream", "upstream", { upstream: "https://a:b@h:1" }],
    ["badUpstream", "upstream", { upstream: "nothing" }],
    ["badField", "port", { upstream, port: 80 }],
    ["badField", "port", { upstream, port: "x" }],
    ["badField", "protocol", { upstream, protocol: "ftp" }],
    ["badField", "expiresAt", { upstream, expiresAt: "soon" }],
    ["badField", "expiresAt", { upstream, expiresAt: "2020-01-01T00:00:00Z" }],
    ["badField", "ip", { upstream, ip: "x".repeat(65) }],
    ["badField", "upstream", { upstream: { host: "x" } }],
  ])("returns %s for %s", async (reason, field, fields) => {
    const before = await manager.list();
    expect((await manager.ask("/start", fields)).data).toEqual({ reason, field });
    expect(await manager.list()).toEqual(before);
  });

  it("returns portUnavailable for a port in use, including the manager's own ports", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port: mine } = await manager.start("10.9.9.5:1");
    const { port } = taken.address() as { port: number };
    for (const each of [port, mine, manager.port]) {
      const { code, data } = await manager.ask("/start", { upstream: "10.9.9.4:1", port: each });
      expect([each, code, data.reason]).toEqual([each, 409, "portUnavailable"]);
    }
    taken.close();
  });

  it("rejects upstreams that lead back to the manager or to a local port", async () => {
    const { port } = await manager.start("10.9.9.3:1");
    for (const host of ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"])
      for (const own of [port, manager.port]) {
        const { data } = await manager.ask("/start", { upstream: `${host}:${own}:a:b` });
        expect([host, data.reason]).toEqual([host, "badUpstream"]);
      }
  });
});

test("/del deletes each port once and closes its connections", async () => {
  const { port } = await manager.start("10.9.9.2:1");
  const { port: other } = await manager.start("10.9.9.1:1");
  expect((await manager.ask("/del", { ports: `${port},${other},${port}` })).data).toEqual({
    deleted: 2,
  });
  expect((await manager.list()).map((one) => one.port)).not.toContain(port);
  const program = new Program(port);
  expect(await program.rest()).toBe("");
  expect((await manager.ask("/del", { ports: "" })).data).toMatchObject({ reason: "selectRow" });
  expect((await manager.ask("/del")).data).toMatchObject({ reason: "missingField" });
});

test("/del accepts numbers and strings, single, in arrays and in forms", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const two = async () =>
    [await manager.start("10.9.8.1:1"), await manager.start("10.9.8.2:1")].map(({ port }) => port);
  const [one = 0, other = 0] = await two();
  expect((await manager.ask("/del", { ports: one })).data).toEqual({ deleted: 1 });
  expect((await manager.ask("/del", { ports: String(other) })).data).toEqual({ deleted: 1 });
  for (const spelled of [(port: number) => port, String]) {
    const ports = (await two()).map((port) => spelled(port));
    expect((await manager.ask("/del", { ports })).data).toEqual({ deleted: 2 });
  }
  const body = `ports=${(await two()).join(",")}`;
  expect(JSON.parse((await raw("/del", { headers: form, body })).text).data).toEqual({
    deleted: 2,
  });
  for (const ports of ["x", 1.5, -1, [{}], [null], {}, true])
    expect((await manager.ask("/del", { ports })).data).toEqual({
      reason: "badField",
      field: "ports",
    });
});

test("/del with an unknown port rejects the whole batch (spec/api#refusal-order)", async () => {
  const { port } = await manager.start("10.9.8.3:1");
  const before = await manager.list();
  for (const unknown of [1, 99_999]) {
    const { code, data } = await manager.ask("/del", { ports: [port, unknown] });
    expect([code, data.reason]).toEqual([404, "portNotFound"]);
  }
  expect(await manager.list()).toEqual(before);
  await manager.ask("/del", { ports: port });
  expect((await manager.ask("/del", { ports: port })).code).toBe(404);
});

describe("The origin guard (X2, X3)", () => {
  const cases: [string, Raw][] = [
    ["a foreign Host", { headers: { host: "evil.example:80" } }],
    ["a foreign Origin", { headers: { origin: "https://evil.example" } }],
    ["a null Origin", { headers: { origin: "null" } }],
    [
      "another site's form",
      {
        headers: {
          origin: "https://evil.example",
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "upstream=10.1.1.1:1&ports=1",
      },
    ],
    ["another site's page without an Origin", { headers: { "sec-fetch-site": "cross-site" } }],
    ["a neighbour's page without an Origin", { headers: { "sec-fetch-site": "same-site" } }],
    ["a foreign preflight", { method: "OPTIONS", headers: { origin: "https://evil.example" } }],
  ];
  it.each(cases)(
    "rejects %s without changing anything or exposing the response",
    async (_what, options) => {
      const before = await manager.list();
      const port = before[0]?.port ?? 0;
      const bodies = {
        "/start": JSON.stringify({ upstream: "10.1.1.1:1" }),
        "/del": JSON.stringify({ ports: [String(port)] }),
        "/ipList": "{}",
        "/": "",
        "/nothing": "",
      };
      for (const [path, body] of Object.entries(bodies)) {
        const answer = await raw(path, { body, ...options });
        expect([path, answer.status, answer.cors]).toEqual([path, 403, []]);
        expect(JSON.parse(answer.text)).toMatchObject({
          code: 403,
          data: { reason: "foreignOrigin" },
        });
        expect(answer.headers.vary).toBe("Origin");
      }
      expect(await manager.list()).toEqual(before);
    },
  );

  it("answers a dashboard's preflight and lets it read responses, including refusals", async () => {
    const headers = { origin: dashboard };
    const asked = await raw("/start", { method: "OPTIONS", headers });
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": dashboard,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type",
      "access-control-allow-private-network": "true",
      vary: "Origin",
    });
    for (const body of ["{}", startBody, "{"]) {
      const answer = await raw("/start", { headers, body });
      expect(answer.headers["access-control-allow-origin"]).toBe(dashboard);
      expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    }
    expect((await raw("/start", { method: "OPTIONS" })).status).toBe(405);
  });
});
