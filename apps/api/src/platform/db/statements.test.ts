/**
 * Every statement of the API is prepared against the migrated schema, and the rows that it declares
 * are held to what PostgreSQL says that it returns.
 */
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describeStatement, readSchema } from "../../../../../tools/sql/describe.ts";
import { nullFaults } from "../../../../../tools/sql/null-faults.ts";
import { rowFaults } from "../../../../../tools/sql/row-faults.ts";
import {
  readStatements,
  type Statement,
  type Statements,
} from "../../../../../tools/sql/statements.ts";
import { testDatabase } from "./testing.ts";

/** Made by the running program: of what modules register, or for each of a list of tables. */
const madeAtRunTime = {
  "across/alert/store.ts": 4,
  "across/find/calls.ts": 1,
  "across/forecast/endings.ts": 1,
  "ledger/verify.ts": 1,
  "platform/db/sealed-values.ts": 2,
  "platform/partitions/store.ts": 3,
  "products/static/store/static-ips.ts": 1,
  "products/usage/store/fold.ts": 1,
};
/** Its columns, tables and sums are chosen together, so that single choices do not fit. */
const chosenTogether = "products/usage/store/read.ts";

/** Their lists are short: what a job has just tried, or the operator's own. */
const withShortLists = [
  "commerce/affiliate/store/profits.ts",
  "commerce/payment/store/payments.ts",
  "inventory/listening-port/store/leased-ports.ts",
  "across/target-policy/store.ts",
  "ledger/forfeit.ts",
  "platform/set-aside/store.ts",
  "products/lease/store.ts",
];

const root = path.resolve(import.meta.dirname, "../../../../..");
const api = `${root}/apps/api/src/`;
const wrong = `${api}platform/db/wrong-statements-testing.ts`;
let client: pg.Client;
let statements: Statements;

const database = forTests(testDatabase);
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const isOfTests = (file: string) => /\.test\.ts$|testing/.test(file);
  statements = readStatements(
    root,
    (file) => file === wrong || (file.startsWith(api) && !isOfTests(file)),
  );
}, 400_000);
afterAll(() => client.end());

/** What is wrong with statements, each with its place. */
async function faultsOf(all: readonly Statement[]): Promise<string[]> {
  const schema = await readSchema(client);
  const faults: string[] = [];
  for (const { at, texts, unset, row } of all) {
    const add = (wrongs: string[]) => faults.push(...wrongs.map((fault) => `${at} ${fault}`));
    add(unset.map((value) => `${value} can be undefined, which is sent as null`));
    for (const text of texts) {
      const described = await describeStatement(client, text);
      if ("error" in described) add([described.error]);
      else if (row !== null) {
        add(rowFaults(row, described.columns));
        add(nullFaults({ text, row }, described.columns, schema));
      }
    }
  }
  return faults;
}

describe("statements of the API", () => {
  test("are found, and the source tells the text of nearly all", () => {
    expect(statements.read.length).toBeGreaterThan(800);
    const made: Record<string, number> = {};
    for (const { file } of statements.notRead) {
      const name = file.slice(api.length);
      made[name] = (made[name] ?? 0) + 1;
    }
    expect(made).toEqual(madeAtRunTime);
  });

  test("are accepted by the migrated schema, and return the rows that they declare", async () => {
    const exempt = [wrong, `${api}${chosenTogether}`];
    const held = statements.read.filter(({ file }) => !exempt.includes(file));
    expect(await faultsOf(held)).toEqual([]);
  }, 60_000);

  test("compare no rows with each item of a list that machines make long, as prepared ones do one by one", () => {
    const comparing = statements.read.filter(({ texts }) =>
      texts.some((text) => /<> all\s*\(/i.test(text)),
    );
    const files = new Set(comparing.map(({ file }) => file.slice(api.length)));
    expect([...files].sort()).toEqual(withShortLists.sort());
    expect(comparing.filter(({ file }) => file.endsWith("lease/store.ts"))).toHaveLength(1);
  });

  test("with a wrong column, fragment, type or null, or with columns too few or too many are found", async () => {
    const found = await faultsOf(statements.read.filter(({ file }) => file === wrong));
    expect(found.map((fault) => fault.slice(fault.indexOf(" ") + 1))).toEqual([
      'column "emial" does not exist',
      'column "paid_cents" does not exist',
      "createdAt is Date, not string",
      "no column email",
      "nobody reads email",
      "closedAt can be null",
      "orderNo can be null",
      "id can be undefined, which is sent as null",
      "email is never null",
    ]);
  });
});
