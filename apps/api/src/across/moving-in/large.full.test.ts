/**
 * Imports of 10,000 and 100,000 customers and of 100 MB (spec/operator#imports): time and memory of the
 * command's own process, all or nothing, refused by name above the limits. Figures: docs/moving-in.md.
 */
import { execFile } from "node:child_process";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startShop } from "../../identity/session/testing.ts";

const folder = folderForTests();
const shop = forTests(startShop);

const operator = path.resolve(import.meta.dirname, "../../../operator.ts");
const peak = path.join(folder, "peak.mjs");
writeFileSync(
  peak,
  `import { writeFileSync } from "node:fs";
   process.on("exit", () => writeFileSync(process.env.PEAK, String(process.resourceUsage().maxRSS)));`,
);

/** Runs the command in a process of its own. */
async function run(file: string) {
  const began = performance.now();
  const measured = path.join(folder, "peak");
  const env = {
    ...process.env,
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: shop.dataDir,
    PEAK: measured,
  };
  const args = ["--import", peak, operator, "import", "customers", file];
  const done = await promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const mb = Math.round(Number(readFileSync(measured, "utf8")) / 1_000);
  return { ...done, seconds, mb };
}

const head = "email,passwordHash,walletCents,trafficGb,ips,country,createdAt\n";
const hash = "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const row = (kind: string, n: number) =>
  `${kind}${n}@example.com,${hash},${n % 5_000},${n % 90},${n % 7},DE,2023-04-01\n`;
function fileOf(kind: string, lines: number, last = ""): string {
  const file = path.join(folder, `${kind}.csv`);
  const rows = Array.from({ length: lines }, (_, n) => row(kind, n));
  writeFileSync(file, head + rows.join("") + last);
  return file;
}
const accounts = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from account`.execute(
    shop.db,
  );
  return rows[0]?.n ?? 0;
};

describe("large imports (spec/operator#imports)", () => {
  it.each([
    ["ten", 10_000],
    ["hundred", 99_999],
  ])(
    "bring %s thousand customers",
    async (kind, lines) => {
      const before = await accounts();
      const { code, text, seconds, mb } = await run(fileOf(kind, lines));
      process.stdout.write(`${lines} customers: ${seconds.toFixed(1)} s, ${mb} MB\n`);
      expect([code, text]).toEqual([0, expect.stringContaining(`Imported ${lines} lines`)]);
      expect(await accounts()).toBe(before + lines);
      expect(mb).toBeLessThan(1_500);
    },
    600_000,
  );

  it("bring nothing if the last line is wrong", async () => {
    const before = await accounts();
    const { code, text, seconds, mb } = await run(fileOf("wrong", 99_998, "nobody,none,0,0,0,,\n"));
    process.stdout.write(`a wrong last line: ${seconds.toFixed(1)} s, ${mb} MB\n`);
    expect([code, text]).toEqual([1, expect.stringContaining("line 100000")]);
    expect(await accounts()).toBe(before);
  }, 600_000);

  it("are refused by name: 100 MB of lines, more than 128 MB, gigabytes", async () => {
    const before = await accounts();
    const many = await run(fileOf("many", 900_000));
    process.stdout.write(`100 MB: ${many.seconds.toFixed(1)} s, ${many.mb} MB\n`);
    expect([many.code, many.text]).toEqual([1, expect.stringContaining("more than 100000 lines")]);
    const file = fileOf("long", 1);
    truncateSync(file, 2 ** 32);
    const long = await run(file);
    expect([long.code, long.text]).toEqual([1, expect.stringContaining("larger than 128 MB")]);
    expect(long.mb).toBeLessThan(400);
    expect(await accounts()).toBe(before);
  }, 600_000);

  it("leave the books in order", async () => {
    expect((await verifyAccounting(shop.db)).difference).toBeNull();
  }, 600_000);
});
