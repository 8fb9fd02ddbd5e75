import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MB = 1024 * 1024;

/** Works twice, rests each time, and tells its memory before and after. */
const program = `
  import v8 from "node:v8";
  const { returnMemoryAtRest } = await import(${JSON.stringify(import.meta.resolve("./rest-memory.ts"))});
  const memory = () => ({
    young: v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size,
    resident: process.memoryUsage.rss(),
  });
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  if (process.argv[1] === "returns") returnMemoryAtRest({ everyMs: 100 });
  await rest(500);
  const seen = [];
  for (let time = 0; time < 2; time += 1) {
    let kept = [];
    for (let at = 0; at < 3e6; at += 1) {
      kept.push({ at, of: [at] });
      if (kept.length > 20_000) kept = kept.slice(10_000);
    }
    kept = [];
    const busy = memory();
    await rest(2_500);
    seen.push({ busy, rested: memory() });
  }
  console.log(JSON.stringify(seen));
`;

interface Memory {
  young: number;
  resident: number;
}

async function run(how: string): Promise<{ busy: Memory; rested: Memory }[]> {
  const args = ["--max-semi-space-size=16", "--input-type=module", "--eval", program, how];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as { busy: Memory; rested: Memory }[];
}

test("A process that rests gives the memory of its work back each time, which V8 alone does not", async () => {
  const [returns, keeps] = await Promise.all([run("returns"), run("keeps")]);
  expect(returns).toHaveLength(2);
  for (const { busy, rested } of returns) {
    expect(busy.young).toBeGreaterThan(16 * MB);
    expect(rested.young).toBeLessThanOrEqual(2 * MB);
    expect(busy.resident - rested.resident).toBeGreaterThan(16 * MB);
  }
  for (const { busy, rested } of keeps) expect(rested.young).toBe(busy.young);
});
