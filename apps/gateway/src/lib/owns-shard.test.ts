import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ownsShard } from "./owns-shard.ts";

test("Every static listener and port has exactly one worker, whatever the first worker's number is", () => {
  const ids = Array.from({ length: 2_000 }, () => randomUUID());
  for (const workers of [1, 2, 3, 8]) {
    const counts = Array.from({ length: workers }, () => 0);
    for (const id of ids) {
      // The product numbers its workers from 1.
      const owners = counts
        .map((_, at) => at + 1)
        .filter((worker) => ownsShard(id, { worker, workers }));
      expect(owners.length).toBe(1);
      counts[(owners[0] ?? 1) - 1] = (counts[(owners[0] ?? 1) - 1] ?? 0) + 1;
    }
    for (const count of counts) expect(count).toBeGreaterThan((2_000 / workers) * 0.75);
  }
});
