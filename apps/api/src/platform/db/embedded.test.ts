import { chmodSync, chownSync, lchownSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isFull } from "@turnpike/net/testing/full.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeOwned } from "./owned-files.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

let dataDir: string;
const started: Embedded[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "turnpike-embedded-"));
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(folder = dataDir, options = {}) {
  const server = await startEmbedded(folder, options);
  started.push(server);
  return server;
}
async function ask<T extends object>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}
/** Retries a statement until the server responds again. */
async function askAgain<T extends object>(url: string, statement: string): Promise<T[]> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      return await ask<T>(url, statement);
    } catch {
      await sleep(100);
    }
  }
  throw new Error("the database did not come back within 10 s");
}

describe("the embedded database (spec/accounting#database)", () => {
  it.runIf(isFull)(
    "listens on a socket that only its owner can open, and syncs to disk",
    async () => {
      const { url } = await start();
      const shown = await ask<{ listen_addresses: string; fsync: string }>(
        url,
        "select current_setting('listen_addresses') as listen_addresses, current_setting('fsync') as fsync",
      );
      expect(shown).toEqual([{ listen_addresses: "", fsync: "on" }]);
      const [mode] = await ask<{ mode: string }>(
        url,
        "select current_setting('unix_socket_permissions') as mode",
      );
      expect(mode?.mode).toBe("0700");
    },
  );

  it.runIf(isFull)("is found and reused if it outlives the product that started it", async () => {
    const first = await start(dataDir, { guard: false });
    const second = await startEmbedded(dataDir, { guard: false });
    expect([first.reused, second.reused]).toEqual([false, true]);
    expect(second.pid).toBe(first.pid);
    expect(second.url).toBe(first.url);
  });

  it("keeps all committed data after kill -9, and recovers within 5 s (L11)", async () => {
    const { url, pid } = await start(dataDir, { guard: false });
    await ask(url, "create table kept as select n from generate_series(1, 1000) n");
    process.kill(pid, "SIGKILL");
    const began = performance.now();
    const again = await start(dataDir);
    expect(performance.now() - began).toBeLessThan(timeLimit(5_000));
    expect(again.url).toBe(url);
    expect(await ask(again.url, "select count(*)::int as n from kept")).toEqual([{ n: 1000 }]);
  });

  it.runIf(isFull)("is restarted at the same URL if it dies while the product runs", async () => {
    const { url, pid } = await start();
    await ask(url, "create table kept (n int)");
    process.kill(pid, "SIGKILL");
    const began = performance.now();
    expect(await askAgain(url, "select count(*)::int as n from kept")).toEqual([{ n: 0 }]);
    expect(performance.now() - began).toBeLessThan(timeLimit(5_000));
  });

  it.runIf(isFull && process.getuid?.() === 0)(
    "stays owned by the service user when root starts it, as the operator's command line does",
    async () => {
      const [service, other] = [65_534, 12_345];
      chownSync(dataDir, service, service);
      const first = await startEmbedded(dataDir, { guard: false });
      await first.stop();
      const base = path.join(dataDir, "postgres");
      const owners = () => [base, path.join(base, "cluster")].map((one) => statSync(one).uid);
      expect(owners()).toEqual([service, service]);
      // The owner that a command run as root once left behind.
      chownSync(base, other, other);
      await start(dataDir, { guard: false });
      expect(owners()).toEqual([service, service]);
    },
  );

  it.runIf(process.getuid?.() === 0)(
    "root follows no link that the service's user put into DATA_DIR",
    async () => {
      const service = 65_534;
      const others = mkdtempSync(path.join(os.tmpdir(), "turnpike-others-"));
      writeFileSync(path.join(others, "shadow"), "kept", { mode: 0o600 });
      chownSync(dataDir, service, service);
      const put = (name: string, to: string) => {
        symlinkSync(to, path.join(dataDir, name));
        lchownSync(path.join(dataDir, name), service, service);
      };
      put("postgres", others);
      put("backups.json", path.join(others, "shadow"));
      await expect(startEmbedded(dataDir, { guard: false })).rejects.toThrow("is a link that root");
      writeOwned(path.join(dataDir, "backups.json"), "{}");
      expect(statSync(path.join(dataDir, "backups.json")).uid).toBe(service);
      expect(statSync(others).uid).toBe(0);
      expect(readFileSync(path.join(others, "shadow"), "utf8")).toBe("kept");
      expect(statSync(path.join(others, "shadow")).uid).toBe(0);
      // Root's own link leads elsewhere, but its target is given to nobody.
      rmSync(path.join(dataDir, "postgres"));
      symlinkSync(others, path.join(dataDir, "postgres"));
      await expect(startEmbedded(dataDir, { guard: false })).rejects.toThrow("chown 65534");
      expect(statSync(others).uid).toBe(0);
      rmSync(others, { recursive: true });
    },
  );

  it.runIf(isFull)(
    "runs in a directory that only its owner can enter, at a path of any length",
    async () => {
      const closed = path.join(dataDir, "closed");
      const deep = path.join(closed, "d".repeat(120));
      mkdirSync(deep, { recursive: true });
      chmodSync(closed, 0o700);
      const { url, pid } = await start(deep);
      await ask(url, "create table kept (n int)");
      process.kill(pid, "SIGKILL");
      expect(await askAgain(url, "select count(*)::int as n from kept")).toEqual([{ n: 0 }]);
    },
  );
});
