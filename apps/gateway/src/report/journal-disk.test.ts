/** A journal's disk fills up (Linux only, where a small disk can be mounted). */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { JournalDisk } from "./journal-disk.ts";
import { connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { pattern, rawOrigin } from "../testing/origin.ts";

const folder = folderForTests();
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
const resize = (size: string) =>
  mounted && spawnSync("mount", ["-o", `remount,size=${size}`, folder]).status === 0;
const resizable = resize("2m") && resize("1m");
const lines: { level: string; message: string }[] = [];
const write = (level: string) => (_fields: object, message: string) =>
  void lines.push({ level, message });
const log = {
  debug: () => {},
  info: write("info"),
  warn: write("warn"),
  error: write("error"),
};
const told = (message: RegExp) => lines.filter((line) => message.test(line.message)).length;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

afterAll(() => {
  if (mounted) spawnSync("umount", [folder]);
});

test("A disk that does not change is logged at most once; that of a missing folder is unknown", async () => {
  const disk = new JournalDisk({ folder: tmpdir(), log, lookEveryMs: 10 });
  await eventually("it was looked at", () => disk.freeBytes !== null);
  await pause(100);
  expect(disk.freeBytes).toBeGreaterThan(0);
  expect(told(/^journal disk/)).toBe(disk.state === "ok" ? 0 : 1);
  disk.stop();
  const nowhere = new JournalDisk({ folder: join(folder, "none"), log });
  await nowhere.check();
  expect([nowhere.freeBytes, nowhere.state]).toEqual([null, "ok"]);
  nowhere.stop();
});

test.runIf(resizable)(
  "Each change of the free space is logged once, even if it is checked repeatedly",
  async () => {
    lines.length = 0;
    const disk = new JournalDisk({ folder, log, lookEveryMs: 10 });
    const sizes = { low: "100m", ok: "4g", full: "1m" } as const;
    for (const state of ["full", "low", "ok", "low", "full"] as const) {
      expect(resize(sizes[state])).toBe(true);
      await eventually(state, () => disk.state === state);
      await pause(100);
    }
    disk.stop();
    const [full, low, ok] = [
      { level: "error", message: "journal disk full: traffic is refused" },
      { level: "warn", message: "journal disk almost full: free some space" },
      { level: "info", message: "journal disk has space again" },
    ];
    expect(lines).toEqual([full, low, ok, low, full]);
  },
);

describe.runIf(mounted)("a full disk", () => {
  const request = { user: "alice1", password: "secret1" };
  const hub = forTests(() => new TestHub().listen());
  const origin = forTests(() =>
    rawOrigin((socket) => {
      const timer = setInterval(() => socket.writable && socket.write(pattern(20_000)), 10);
      socket.on("close", () => clearInterval(timer));
    }),
  );
  const gateway = forTests(async () => {
    lines.length = 0;
    hub.addSubAccount("alice1", "secret1", 4e9);
    hub.upsert(labExit());
    mkdirSync(join(folder, "g1"));
    const journalFolder = join(folder, "g1");
    return gatewayAt(hub, [origin.authority], { journalFolder, log });
  });

  test("ends open connections, refuses new ones, is logged once, and recovers by itself", async () => {
    const { client } = await connectTo(gateway, { ...request, authority: origin.authority });
    await eventually("bytes flow", () => client.bytes > 100_000);
    await eventually("little room is told", () => told(/^journal disk full/) === 1, 8_000);
    // Fills the rest, to the last byte.
    for (let at = 0, size = 1024 * 1024; size >= 1; at += 1) {
      try {
        writeFileSync(join(folder, `fill${at}`), Buffer.alloc(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
    await eventually("what is open ends", () => client.closed || client.ended, 5_000);
    const { client: next, head } = await connectTo(gateway, {
      ...request,
      authority: origin.authority,
    });
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    const bytes = client.bytes;
    await pause(1_000);
    expect(client.bytes).toBe(bytes);
    expect(told(/^journal write failed/)).toBe(1);
    for (const name of readdirSync(folder)) if (name.startsWith("fill")) rmSync(join(folder, name));
    await eventually("it heals", () => told(/^journal writable again/) === 1, 3_000);
    const { client: again } = await connectTo(gateway, { ...request, authority: origin.authority });
    await eventually("bytes flow again", () => again.bytes > 10_000);
    await eventually("what was carried before is billed", () => {
      return hub.billed("sub-alice1").down >= bytes;
    });
    for (const each of [client, next, again]) each.socket.destroy();
    expect(hub.unleased).toBe(0);
  }, 30_000);
});
