import { expect, test } from "vitest";
import { connectionLine, connectionRow } from "./connection-line.ts";
import type { RequestRow } from "./request-log.ts";

const row: RequestRow = {
  id: "r1",
  at: 1,
  accountId: "a1",
  subAccountId: "s1",
  product: "traffic",
  client: "203.0.113.7",
  target: "example.com:443",
  address: "198.51.100.9",
  protocol: "connect",
  exitIp: "198.51.100.1",
  country: "US",
  upBytes: 2,
  downBytes: 3,
  ms: 4,
  outcome: "cut",
  reason: "dayLimit",
  detail: "why",
};

test("A line keeps all fields of a row, open or not", () => {
  expect(connectionRow(connectionLine(row))).toEqual(row);
  expect(connectionRow(connectionLine({ ...row, open: true }))).toEqual({ ...row, open: true });
});

test("Fields missing from a row stay missing, and an invalid line has no account", () => {
  const { product: _product, address: _address, ...rest } = row;
  expect(connectionRow(connectionLine(rest))).toEqual(rest);
  expect(connectionRow("line" as never).accountId).toBeUndefined();
});
