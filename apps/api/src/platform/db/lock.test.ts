import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLocked, takeLock } from "./lock.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "turnpike-lock-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const module = path.join(import.meta.dirname, "lock.ts");
/**
 * Starts another process that takes the lock, reports the outcome and holds it until it is killed.
 * `child` is a command that it starts and records in the lock.
 */
async function other(child?: string) {
  const run = child
    ? `lock.recordChildren([spawn("/bin/sh", ["-c", "exec ${child}"], { detached: true }).pid]);`
    : "";
  const script = `
    import { spawn } from "node:child_process";
    import { takeLock } from ${JSON.stringify(module)};
    await takeLock(${JSON.stringify(dataDir)}, { port: 1 }).then(
      (lock) => { ${run} console.log("taken"); }, (error) => { console.log(error.message); process.exit(1); });
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script]);
  const said = await new Promise<string>((resolve) => {
    holder.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    holder.once("close", () => resolve("nothing"));
  });
  const kill = () =>
    new Promise<void>((resolve) => {
      if (holder.exitCode !== null) return resolve();
      holder.once("close", () => resolve());
      holder.kill("SIGKILL");
    });
  return { said, pid: holder.pid, kill };
}

describe("the lock of a data directory (L12)", () => {
  it("refuses a second product at once and names the holder", async () => {
    const holder = await other();
    expect(holder.said).toBe("taken");
    expect(isLocked(dataDir)).toBe(true);
    const began = performance.now();
    await expect(takeLock(dataDir, { port: 2 })).rejects.toThrow(`pid ${holder.pid} (port 1`);
    expect(performance.now() - began).toBeLessThan(timeLimit(1_000));
    await holder.kill();
  });

  it("can be taken again after kill -9 of its holder", async () => {
    const holder = await other();
    await holder.kill();
    expect(isLocked(dataDir)).toBe(false);
    const lock = await takeLock(dataDir, { port: 2 });
    expect(isLocked(dataDir)).toBe(true);
    lock.release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.skipIf(process.platform !== "linux")(
    "is granted only after the child processes of a killed holder have ended",
    async () => {
      const holder = await other("sleep 1.5");
      await holder.kill();
      const began = performance.now();
      const lock = await takeLock(dataDir, { port: 2 });
      expect(performance.now() - began).toBeGreaterThan(500);
      lock.release();
    },
  );

  it.skipIf(process.platform !== "linux")(
    "is free as soon as its holder is dead, even before the process is reaped",
    async () => {
      const script = `sleep 5 & exec sleep 5`;
      const parent = spawn("/bin/sh", ["-c", `${script}`]);
      const child = await expect
        .poll(() => readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8").trim())
        .not.toBe("")
        .then(() =>
          Number(readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8").trim()),
        );
      const stat = readFileSync(`/proc/${child}/stat`, "latin1");
      const born = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      const holder = { pid: child, born, startedAt: "", port: 3 };
      writeFileSync(path.join(dataDir, "turnpike.lock"), JSON.stringify(holder));
      expect(isLocked(dataDir)).toBe(true);
      process.kill(child, "SIGKILL");
      await expect.poll(() => isLocked(dataDir)).toBe(false);
      expect(readFileSync(`/proc/${child}/stat`, "latin1")).toContain(") Z ");
      parent.kill("SIGKILL");
    },
  );

  it("is free if another process now has the dead holder's PID", async () => {
    const holder = { pid: process.pid, born: "1", startedAt: "", port: 3 };
    writeFileSync(path.join(dataDir, "turnpike.lock"), JSON.stringify(holder));
    const lock = await takeLock(dataDir, { port: 2 });
    expect(isLocked(dataDir)).toBe(true);
    lock.release();
  });

  it("can be taken if a power failure left the file unreadable", async () => {
    writeFileSync(path.join(dataDir, "turnpike.lock"), "");
    const lock = await takeLock(dataDir, { port: 2 });
    expect(isLocked(dataDir)).toBe(true);
    lock.release();
  });

  it("is taken by exactly one of several processes that start at once on a stale lock", async () => {
    const dead = await other();
    await dead.kill();
    const all = await Promise.all([other(), other(), other(), other()]);
    expect(all.filter(({ said }) => said === "taken")).toHaveLength(1);
    await Promise.all(all.map(({ kill }) => kill()));
  });
});
