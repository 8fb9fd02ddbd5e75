import { render, screen } from "@testing-library/react";
import { useMemo } from "react";
import { expect, test } from "vitest";
import { Cell } from "./Cell.tsx";

function useNamed(row: string) {
  return useMemo(() => <p>row {row}</p>, [row]);
}
const table = (rows: string[]) => rows.map((row) => <Cell key={row} render={useNamed} row={row} />);

test("A column's render function may use React hooks while rows are added and removed", () => {
  const { rerender } = render(table(["a"]));
  rerender(table(["a", "b", "c"]));
  expect(screen.getByText("row c")).toBeTruthy();
  rerender(table(["c"]));
  expect(screen.queryByText("row a")).toBeNull();
});
