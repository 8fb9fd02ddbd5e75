/** Imports from another program, in the console (docs/moving-in.md). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
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
