import { expect, test } from "vitest";
import { exportLines, type ListColumn, tableColumns } from "./columns.ts";
import { filterInput, validValues, type Filter } from "./filters.ts";
import { cents, code, when } from "./kinds.tsx";

interface Order {
  orderNo: string;
  paidCents: number;
  at: string | null;
}
const columns: ListColumn<Order>[] = [
  { key: "orderNo", title: "Order", as: code },
  { key: "paidCents", title: "Paid", as: cents },
  { key: "at", as: when },
  { key: "year", title: "Year", text: ({ at }) => at && at.slice(0, 4) },
  { key: "button", show: () => null },
  { key: "hidden", title: "Hidden", exportOnly: true, text: () => 1 },
];
const rows: Order[] = [
  { orderNo: "A1", paidCents: 1999, at: "2026-11-26T10:00:00.000Z" },
  { orderNo: "A2", paidCents: 0, at: null },
];

test("an exported file has each column's value: dollars, instants, nothing for what is missing", () => {
  expect(exportLines(columns, rows)).toEqual([
    ["Order", "Paid", "at", "Year", "Hidden"],
    ["A1", 19.99, "2026-11-26T10:00:00.000Z", "2026", 1],
    ["A2", 0, "", "", 1],
  ]);
});

test("a table orders by the call's fields, and puts money to the right", () => {
  const shown = tableColumns(columns, undefined, ["paidCents"]);
  expect(shown.map(({ key, sortable, align }) => [key, sortable, align])).toEqual([
    ["orderNo", false, undefined],
    ["paidCents", true, "right"],
    ["at", false, undefined],
    ["year", false, undefined],
    ["button", false, undefined],
  ]);
});

test("a filter's choice that no longer exists is ignored; a field may have another name in the URL", () => {
  const filters: Filter[] = [
    { name: "q", as: "search", label: "Search", field: "search" },
    {
      name: "state",
      as: "select",
      label: "State",
      any: "Any",
      options: [{ value: "on", label: "On" }],
    },
  ];
  const valid = validValues(filters, { q: "x", state: "gone" });
  expect(filterInput(filters, valid)).toEqual({ search: "x" });
});
