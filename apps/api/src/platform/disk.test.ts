import { tmpdir } from "node:os";
import pino from "pino";
import { expect, it } from "vitest";
import { watchDisk } from "./disk.ts";
import { newMetrics } from "./metrics/metrics.ts";

it("logs each change of the disk state once, and exports the free space as a metric", async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const metrics = newMetrics();
  const space = { freeBytes: 90_000_000_000, totalBytes: 100_000_000_000 };
  const disk = await watchDisk({ log, metrics }, tmpdir(), { read: async () => space, everyMs: 5 });
  for (const [freeBytes, state] of [
    [1_000_000_000, "low"],
    [900_000_000, "low"],
    [10_000_000, "full"],
    [0, "full"],
    [90_000_000_000, "ok"],
  ] as const) {
    space.freeBytes = freeBytes;
    await expect.poll(() => disk.state()).toBe(state);
  }
  disk.stop();
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, "disk space low"],
    [50, "disk full: writes fail"],
    [40, "disk space sufficient again"],
  ]);
  expect(await metrics.registry.metrics()).toContain("turnpike_disk_free_bytes 90000000000");
});

it("measures the free space of a real directory", async () => {
  const metrics = newMetrics();
  const disk = await watchDisk({ log: pino({ level: "silent" }), metrics }, tmpdir());
  disk.stop();
  const text = await metrics.registry.metrics();
  const free = Number(/^turnpike_disk_free_bytes (\d+)/m.exec(text)?.[1]);
  expect(free).toBeGreaterThan(0);
});
