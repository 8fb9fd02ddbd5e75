/** Imports from another program, in the console (docs/moving-in.md). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { give } from "../../products/cdkey/testing.ts";
import { alone } from "../operator/acts/import.ts";
import { startTestConsole } from "./testing.ts";

const office = forTests(startTestConsole);

it("preview their totals, then come whole, once, and stand in the audit log (spec/operator#imports)", async () => {
  const finance = await office.person("finance");
  const kind = "customers" as const;
  const csv = "email,walletCents\nnew1@example.com,250\nnew2@example.com,\n";
  const totals = { kind, lines: 2, walletCents: 250, invited: 2, noteCount: 0 };
  expect(await finance.get("importPreview", { kind, csv })).toMatchObject(totals);
  expect(await finance.get("importApply", { kind, csv, reason: "moved" })).toMatchObject(totals);
  const twice = await finance.ask("importApply", { kind, csv });
  expect(twice.refused).toMatchObject({
    reason: "actRefused",
    detail: expect.stringContaining(`${finance.email} imported this file`),
  });
  const bad = await finance.ask("importPreview", { kind, csv: "email\nnobody" });
  expect(bad.refused.detail).toContain("line 2: email");
  const { items } = await finance.get("auditList", { action: "import." });
  expect(items).toMatchObject([
    { action: "import.file", subject: "console: customers", reason: "moved" },
  ]);
  const support = await office.person("support");
  for (const call of ["importPreview", "importApply"] as const)
    expect((await support.ask(call, { kind, csv })).refused.permission).toBe("grants.write");
}, 60_000);

it("run one at a time, so that they take nobody's turns (spec/operator#imports)", async () => {
  const finance = await office.person("finance");
  const file = { kind: "customers", csv: "email\nalone@example.com" };
  let end = () => {};
  const first = alone(office.services, () => new Promise<void>((resolve) => void (end = resolve)));
  for (const call of ["importPreview", "importApply"] as const)
    expect((await finance.ask(call, file)).refused.detail).toBe(
      "another import is under way: wait until it is done",
    );
  end();
  await first;
  expect((await finance.ask("importPreview", file)).code).toBe(0);
  expect((await finance.ask("importPreview", { ...file, csv: "x" })).code).toBe(409);
  expect((await finance.ask("importPreview", file)).code).toBe(0);
}, 60_000);

it("are previewed without a customer's balance or an address that others wait for (spec/operator#imports)", async () => {
  const { db } = office.services;
  const finance = await office.person("finance");
  const { id, email } = await office.register();
  await sql`update account set email_verified_at = now() where id = ${id}`.execute(db);
  await give(office.services, id, { asset: "traffic", amount: 5_000_000_000 });
  const { rows } = await sql<{ ip: string }>`
    select host(ip) as ip from exit where product = 'static' and taken_by is null
      and retired_at is null order by created_at, id limit 1`.execute(db);
  const ip = rows[0]?.ip ?? "";
  const ends = new Date(office.services.world.now() + 12 * 86_400_000).toISOString();
  const files = [
    ["subaccounts", `email,user,password,trafficGb\n${email},prev_1,Old_pass-1,1`],
    ["statics", `email,user,password,ip,endsAt\n${email},prev_2,se.cret,${ip},${ends}`],
  ] as const;
  await transaction(db, async (tx) => {
    await sql`select from ledger_account where owner = ${id} for update`.execute(tx);
    await sql`select from exit where ip = ${ip}::inet for update`.execute(tx);
    for (const [kind, csv] of files)
      expect(await finance.get("importPreview", { kind, csv })).toMatchObject({ lines: 1 });
  });
  const [[, subAccounts]] = files;
  const tooMuch = subAccounts.replace(/1$/, "6");
  const beyond = await finance.ask("importPreview", { kind: "subaccounts", csv: tooMuch });
  expect(beyond.refused.detail).toContain("more is allotted");
  const main = subAccounts.replace(/1$/, "");
  const apply = { kind: "subaccounts", csv: main, reason: "moved" };
  expect(await finance.get("importApply", apply)).toMatchObject({ lines: 1 });
  const second = main.replace("prev_1", "prev_3");
  const twice = await finance.ask("importPreview", { kind: "subaccounts", csv: second });
  expect(twice.refused.detail).toContain("has a main sub-account already");
}, 60_000);
