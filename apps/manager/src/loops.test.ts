/** No local port leads back to its manager, however the address is spelled (spec/manager#calls). */
import { lookup } from "node:dns/promises";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { isThisMachine } from "./this-machine.ts";
import { makeFolder, Program, startTestManager, type TestManager } from "./testing.ts";

let manager: TestManager | undefined;
afterEach(async () => {
  await manager?.stop();
  manager = undefined;
});

test.each([
  "127.0.0.1",
  "127.1",
  "127.8.9.10",
  "2130706433",
  "0x7f.1",
  "017700000001",
  "0",
  "0.0.0.0",
  "::",
  "::1",
  "0:0:0:0:0:0:0:1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "localhost",
  "a.LOCALHOST.",
])("%s is recognised as this machine", (host) => expect(isThisMachine(host)).toBe(true));

test.each([
  "",
  "128.0.0.1",
  "10.127.0.1",
  "127.0.0.1.example",
  "localhost.example",
  "::ffff:8.8.8.8",
  "a b",
])("%s is not recognised as this machine", (host) => expect(isThisMachine(host)).toBe(false));

test("A port that would lead to itself is not started", async () => {
  manager = await startTestManager();
  for (const host of ["127.0.0.1", "127.1", "2130706433", "[::ffff:7f00:1]", "localhost."]) {
    const { data } = await manager.ask("/start", { upstream: `${host}:25500`, port: 25_500 });
    expect([host, data.reason, data.field]).toEqual([host, "badUpstream", "upstream"]);
  }
  const free = await manager.start("h.example:1");
  await manager.ask("/del", { ports: [String(free.port)] });
  // The upstream is the first free port itself, so the manager picks another.
  expect((await manager.start(`127.1:${free.port}`)).port).not.toBe(free.port);
});

const CASES = [
  ["127.0.0.1", "http"],
  ["2130706433", "socks5"],
  [hostname(), "http"],
] as const;
test.each(CASES)(
  "A restored port that leads to itself by %s (%s) rejects the first request",
  async (host, protocol) => {
    const leadsHere = isThisMachine(
      await lookup(host).then(
        ({ address }) => address,
        () => "",
      ),
    );
    if (!leadsHere) return;
    const folder = makeFolder();
    const kept = {
      port: 25_501,
      ip: "",
      upstream: { protocol, host, port: 25_501, username: "", password: "" },
      protocol: "both",
      startedAt: new Date().toISOString(),
      expiresAt: null,
      upBytes: 0,
      downBytes: 0,
    };
    writeFileSync(path.join(folder, "ports.json"), JSON.stringify({ version: 1, ports: [kept] }));
    manager = await startTestManager(folder);
    const program = new Program(25_501);
    expect(await program.connect("site.example:80")).toBe(403);
    expect(await program.rest()).toContain("lead back");
    expect(await new Program(25_501).socks("site.example", 80)).toBe(2);
    const plain = new Program(25_501).send(
      "GET http://site.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    );
    expect(await plain.rest()).toMatch(/^HTTP\/1\.1 403 /);
    expect(await manager.list()).toMatchObject([{ state: "failed", connections: 0, upBytes: 0 }]);
  },
);
