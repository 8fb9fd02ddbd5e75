/** What a local port refuses, how it ends, and what it leaves behind (spec/manager#calls, X2). */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { Program, waitUntil } from "./testing.ts";
import { managerBench } from "./testing/bench.ts";

const { provider, echo, site, manager, start, shown } = managerBench();

describe("A local port rejects", () => {
  const head = (target: string, method = "GET") =>
    `${method} ${target} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`;

  it.each([
    ["a page's request, which is in origin form", head("/")],
    ["a page's form", `${head("/", "POST")}upstream=x`],
    ["another scheme", head("ftp://a.example/")],
    ["a target that is none", head("http://a.example:0/")],
    ["a CONNECT without a port", head("a.example", "CONNECT")],
    ["what is no HTTP", "hello\r\n\r\n"],
    [
      "two framings",
      "POST http://a.example/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
  ])("%s", async (_what, bytes) => {
    const { port } = await start("http");
    const answer = await new Program(port).send(bytes).rest();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toMatch(/access-control/i);
    expect([provider.targets, provider.heads]).toEqual([[], []]);
  });

  it("targets that lead back to the manager or to a local port, in any spelling", async () => {
    const { port } = await start("http");
    for (const host of ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "127.9.9.9", "a.localhost"]) {
      for (const own of [manager.port, port]) {
        const program = new Program(port);
        expect([host, await program.connect(`${host}:${own}`)]).toEqual([host, 403]);
        expect(await program.rest()).toContain("error=proxy_loop_detected");
        const asked = new Program(port).send(head(`http://${host}:${own}/ipList`, "POST"));
        expect(await asked.rest()).toMatch(/^HTTP\/1\.1 403 /);
      }
    }
    expect(await new Program(port).socks("localhost", manager.port)).toBe(2);
    expect([provider.targets, provider.heads]).toEqual([[], []]);
    // Other loopback ports are left to the upstream to judge: the lab's target is there.
    expect(await new Program(port).connect(`127.0.0.1:${echo.port}`)).toBe(200);
  });

  it("a protocol for which it was not started", async () => {
    const http = await start("http", { protocol: "http" });
    const socks = await start("http", { protocol: "socks5" });
    expect(new Set([http.port, socks.port]).size).toBe(2);
    expect(await new Program(http.port).send([5, 1, 0]).rest()).toBe("");
    expect(await new Program(http.port).connect(`echo.example:${echo.port}`)).toBe(200);
    expect(await new Program(socks.port).connect(`echo.example:${echo.port}`)).toBe(400);
    expect(await new Program(socks.port).socks("echo.example", echo.port)).toBe(0);
  });

  it("SOCKS5 commands other than CONNECT, and password authentication", async () => {
    const { port } = await start("http");
    const said = async (...parts: number[][]) => {
      const program = new Program(port);
      for (const part of parts) program.send(part);
      return [...Buffer.from(await program.rest(), "latin1")].slice(0, 4);
    };
    const hello = [5, 1, 0];
    expect((await said([5, 1, 2]))[0]).toBe(5);
    expect(await said(hello, [5, 3, 0, 1, 1, 2, 3, 4, 0, 80])).toEqual([5, 0, 5, 7]);
    expect(await said(hello, [5, 1, 0, 9, 1, 2])).toEqual([5, 0, 5, 8]);
    const evil = Buffer.from("a\r\nX: y");
    expect(await said(hello, [5, 1, 0, 3, evil.length, ...evil, 0, 80])).toEqual([5, 0, 5, 1]);
    expect(provider.targets).toEqual([]);
  });
});

test("A local port listens on 127.0.0.1 only", async () => {
  const { port } = await start("http");
  for (const place of [port, manager.port]) {
    const rows = ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap((file) => readFileSync(file, "utf8").split("\n"))
      .filter((row) => / 0A /.test(row))
      .map((row) => row.trim().split(/\s+/)[1] ?? "");
    const hex = place.toString(16).toUpperCase().padStart(4, "0");
    expect(rows.filter((row) => row.endsWith(`:${hex}`))).toEqual([`0100007F:${hex}`]);
  }
});

test("An expired port rejects requests, closes its tunnels, and is deleted a day later", async () => {
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const { port } = await start("http", { expiresAt: end, protocol: "http" });
  const program = new Program(port);
  expect(await program.connect(`echo.example:${echo.port}`)).toBe(200);
  expect(await shown(port)).toMatchObject({ state: "listening", expiresAt: end });
  manager.advance(3_600_000);
  await waitUntil(() => program.ended);
  expect(await shown(port)).toMatchObject({ state: "expired", connections: 0 });
  const late = new Program(port);
  expect(await late.connect(`echo.example:${echo.port}`)).toBe(402);
  expect(await late.rest()).toContain("start it again in the dashboard");
  const asked = new Program(port).send(
    "GET http://a.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  );
  expect(await asked.rest()).toMatch(/^HTTP\/1\.1 402 /);
  manager.advance(86_400_000);
  await waitUntil(async () => !(await manager.list()).some((one) => one.port === port));
});

test("Connections aborted at any point leave no sockets open", async () => {
  // Close what earlier tests left open, by deleting their ports.
  await manager.ask("/del", { ports: (await manager.list()).map((one) => String(one.port)) });
  const sides = [provider.ending.sockets, echo.ending.sockets];
  await waitUntil(() => sides.every(({ size }) => size === 0));
  const { port } = await start("http");
  const open = () => readdirSync("/proc/self/fd").length;
  const before = open();
  for (let round = 0; round < 20; round += 1) {
    const programs = Array.from({ length: 6 }, () => new Program(port));
    const [a, b, c, d, e, f] = programs;
    a?.send([5]);
    b?.send("CONN");
    c?.send(`CONNECT echo.example:${echo.port} HTTP/1.1\r\nHost: a\r\n\r\n`);
    d?.send(`GET http://site.example:${site.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`);
    e?.send([5, 1, 0, 5, 1, 0, 3]);
    await f?.connect(`echo.example:${echo.port}`);
    for (const program of programs) {
      if (round % 2 === 0) program.socket.resetAndDestroy();
      else program.socket.destroy();
    }
  }
  for (const [at, socket] of [...provider.ending.sockets].entries())
    if (at % 2 === 0) socket.resetAndDestroy();
  await waitUntil(() => sides.every(({ size }) => size === 0));
  await waitUntil(() => open() <= before + 2);
  await waitUntil(async () => (await shown(port)).connections === 0);
});
