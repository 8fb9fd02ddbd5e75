/**
 * Storage has shares (docs/operating/storage.md): the page lists every table of the schema, and by which
 * rules it grows no further. A new table needs a row there.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { modules } from "../../app.ts";
import { testDatabase } from "./testing.ts";

const page = path.resolve(import.meta.dirname, "../../../../../docs/operating/storage.md");
const text = readFileSync(page, "utf8");
const growing = [
  ...text.matchAll(/^\| `(\w+)` \| (visitors|customers|machines) \| (.+) \|$/gm),
].map(([, table = "", by = "", rules = ""]) => ({ table, by, rules }));
const otherwise = text.slice(text.indexOf("## Bounded otherwise"));
const others = [...otherwise.matchAll(/`(\w+)`/g)].map(([, table = ""]) => table);

const database = forTests(() => testDatabase({ pool: 1 }));

test("Every table of the schema is listed once, with who makes it grow (spec/limits#storage)", async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition order by 1`.execute(database.db);
  const own = rows.map(({ name }) => name).filter((name) => !name.startsWith("kysely_"));
  const listed = [...growing.map(({ table }) => table), ...others].sort();
  expect(listed, "docs/operating/storage.md lists each table, with its bound").toEqual(own.sort());
});

test("Each table that others make grow names rules that exist", () => {
  expect(growing.length).toBeGreaterThan(60);
  const missing = growing.flatMap(({ table, rules }) => {
    const named = [...rules.matchAll(/\[`(\w+)`\]\(([^)]+)\)/g)];
    if (named.length === 0) return [`${table}: no rule`];
    return named.flatMap(([, rule = "", file = ""]) => {
      const at = path.resolve(path.dirname(page), file);
      const declares = new RegExp(`\\b(?:const|function|class) ${rule}\\b|\\b${rule}:`);
      return existsSync(at) && declares.test(readFileSync(at, "utf8")) ? [] : [`${table}: ${rule}`];
    });
  });
  expect(missing).toEqual([]);
});

test("What is partitioned and kept for ever says so", () => {
  const forEver = modules.partitions.filter(({ keptMs }) => keptMs === undefined);
  const silent = forEver.filter(({ table }) => {
    const row = growing.find((one) => one.table === table);
    return row !== undefined && !/kept for ever|bounded there/.test(row.rules);
  });
  expect(silent.map(({ table }) => table)).toEqual([]);
});
