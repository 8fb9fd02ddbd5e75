/** An upgrade: one generation hands over to the next under load (spec/nodes#upgrades). */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const worker = fileURLToPath(new URL("../testing/handover-worker.ts", import.meta.url));
const inNamespace = (...args: string[]) =>
  spawnSync("unshare", ["-n", process.execPath, ...args], { encoding: "utf8", timeout: 60_000 });
/** Namespaces need privileges; the sysctl applies only to the namespace. */
const isPossible = inNamespace("-e", "").status === 0;

interface Seen {
  opened: number;
  refused: number;
  cut: number;
  sent: number;
  echoed: number;
  reasons: string[];
  up: number;
  down: number;
  reached: number;
  unleased: number;
  duplicates: number;
}

test.skipIf(!isPossible).each([
  ["native", "0"],
  ["portable", "1"],
])(
  "A handover refuses no tunnel, cuts none and keeps the bytes exact (%s engine, tcp_migrate_req %s)",
  (engine, migrates) => {
    const { stdout, stderr } = inNamespace(worker, engine, migrates);
    if (stdout === "") throw new Error(stderr);
    const seen = JSON.parse(stdout) as Seen;
    expect(seen.opened).toBeGreaterThan(20);
    expect(seen).toMatchObject({ refused: 0, cut: 0, reasons: [], unleased: 0, duplicates: 0 });
    expect(seen.echoed).toBe(seen.sent);
    expect(seen.reached).toBe(seen.sent);
    expect([seen.up, seen.down]).toEqual([seen.sent, seen.sent]);
  },
  70_000,
);
