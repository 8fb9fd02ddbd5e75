/** The tables of a usage report as files (spec/traffic-plan#usage). */
import type { UsagePart } from "@turnpike/rules/usage.ts";
import { dimensions } from "@turnpike/rules/usage.ts";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { type Fields, reportMixedTraffic, startReporter, sumNames, usage } from "./testing.ts";

const reporter = forTests(startReporter);

test("The export contains what the call returns, and takes its fields from the URL or the ticket", async () => {
  const { owner } = await reportMixedTraffic(reporter, 11, 3);
  const question = { by: "country", grain: "month", top: 2 };
  const wanted = await usage(owner, question);
  const get = async (ticketFields: Fields, addressFields: Record<string, string> = {}) => {
    const { ticket } = (await owner.call("ticket", { what: "usage", ...ticketFields })).data;
    const query = new URLSearchParams({ ticket, ...addressFields }).toString();
    return fetch(`${reporter.api.url}/v1/usageExport?${query}`);
  };
  const table = async (part?: UsagePart) => {
    const file = await get({ ...question, part });
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    return parse<Record<string, string>>(await file.text(), { columns: true, bom: true });
  };
  /* Text cells, as a CSV has them. */
  const cells = (rows: object[]) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? "")])),
    );
  expect(await table("totals")).toMatchObject(cells([wanted.totals, wanted.previous]));
  expect((await table("totals")).map(({ from, to }) => [from, to])).toEqual([
    [wanted.from, wanted.to],
    [expect.stringMatching(/^20..-/), wanted.from],
  ]);
  expect(await table("top")).toMatchObject(cells(wanted.top));
  expect(await table("series")).toMatchObject(cells(wanted.series));
  expect(await table()).toEqual(await table("series"));
  expect(wanted.reasons.length).toBeGreaterThan(1);
  expect(await table("reasons")).toEqual(cells(wanted.reasons));
  const text = await (await get({ ...question, part: "top" })).text();
  const inAddress = { by: "country", grain: "month", top: "2", part: "top" };
  expect(await (await get({}, inAddress)).text()).toBe(text);
  for (const [field, value] of Object.entries({ top: "101", part: "all" })) {
    const bad = await get({}, { [field]: value });
    const { data } = (await bad.json()) as { data: { field: string } };
    expect([bad.status, data.field]).toEqual([400, field]);
  }
});

test("The rows of each exported table add up to the totals", async () => {
  const { owner } = await reportMixedTraffic(reporter, 13, 3);
  const rowsOf = async (fields: Fields) => {
    const { ticket } = (await owner.call("ticket", { what: "usage", ...fields })).data;
    const file = await fetch(`${reporter.api.url}/v1/usageExport?ticket=${ticket}`);
    return parse<Record<string, string>>(await file.text(), { columns: true, bom: true });
  };
  const added = (rows: Record<string, string>[]) =>
    sumNames.map((name) => rows.reduce((sum, row) => sum + Number(row[name]), 0));
  const { totals, reasons } = await usage(owner);
  const wanted = sumNames.map((name) => totals[name]);
  expect(wanted[0]).toBeGreaterThan(0);
  expect(added(await rowsOf({}))).toEqual(wanted);
  expect(added((await rowsOf({ part: "totals" })).slice(0, 1))).toEqual(wanted);
  for (const by of dimensions) {
    const steps = await rowsOf({ by });
    expect(added(steps)).toEqual(wanted);
    expect(new Set(steps.map(({ at, key, country }) => `${at} ${key} ${country}`)).size).toBe(
      steps.length,
    );
    expect(added(await rowsOf({ by, part: "top" }))).toEqual(wanted);
  }
  const failures = await rowsOf({ part: "reasons" });
  expect(failures.reduce((sum, { requests }) => sum + Number(requests), 0)).toBe(
    reasons.reduce((sum, { requests }) => sum + requests, 0),
  );
});
