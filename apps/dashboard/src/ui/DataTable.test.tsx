// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import ui from "@turnpike/locales/en/ui.json";
import { DataTable } from "./DataTable.tsx";
import { sortWord, useTableUrl } from "./table-url.ts";

interface Row {
  id: string;
  name: string;
  bytes: number;
}
const rows: Row[] = [
  { id: "a", name: "Ada", bytes: 1 },
  { id: "b", name: "Bo", bytes: 2 },
];

/** jsdom knows no layout: a menu counts as scrolled out of sight there, hence `hidden`. */
function Sample() {
  const url = useTableUrl();
  return (
    <DataTable<Row>
      label="People"
      columns={[
        { key: "name", title: "Name", sortable: true, render: (row) => row.name },
        { key: "bytes", title: "Bytes", sortable: true, render: (row) => row.bytes },
        { key: "id", title: "Number", render: (row) => row.id },
        { key: "more", title: "More", render: () => "…" },
      ]}
      rows={rows}
      rowId={(row) => row.id}
      total={2736}
      url={url}
      actions={(row) => <button type="button">Greet {row.name}</button>}
      empty="none"
    />
  );
}

function open(address: string) {
  const router = createMemoryRouter([{ path: "/", element: <Sample /> }], {
    initialEntries: [address],
  });
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return () => new URLSearchParams(router.state.location.search);
}
const headings = () =>
  within(screen.getByRole("table", { name: "People" }))
    .getAllByRole("columnheader")
    .map((heading) => heading.textContent)
    .filter((text) => text !== "Actions");

beforeAll(async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("min-width"),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  await i18next.use(initReactI18next).init({ lng: "en", ns: ["ui"], resources: { en: { ui } } });
});

afterEach(cleanup);

describe("a table's address", () => {
  it("keeps which columns are shown, the first one always", async () => {
    const search = open("/?hide=bytes,name");
    expect(headings()).toEqual(["Name", "Number", "More"]);
    fireEvent.click(screen.getByRole("button", { name: "Choose columns" }));
    fireEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Number", hidden: true }));
    expect(search().get("hide")).toBe("bytes,name,id");
    expect(headings()).toEqual(["Name", "More"]);
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Bytes", hidden: true }));
    expect(search().get("hide")).toBe("name,id");
    fireEvent.click(screen.getByRole("menuitem", { name: "Show all", hidden: true }));
    expect(search().has("hide")).toBe(false);
    expect(headings()).toEqual(["Name", "Bytes", "Number", "More"]);
  });

  it("keeps the order and the page, and begins anew with another order", () => {
    const search = open("/?page=3&sort=name.asc");
    const name = screen.getByRole("columnheader", { name: "Name" });
    expect(name.getAttribute("aria-sort")).toBe("ascending");
    fireEvent.click(within(name).getByRole("button"));
    expect(search().get("sort")).toBe("name.desc");
    expect(search().has("page")).toBe(false);
  });

  it("says numbers of rows as the language writes them", () => {
    open("/?page=3");
    expect(screen.getByText("21–30 of 2,736")).toBeTruthy();
  });

  it("asks only for orders that the call knows", () => {
    const known = ["name", "bytes"] as const;
    expect(sortWord({ key: "bytes", direction: "desc" }, known)).toBe("-bytes");
    expect(sortWord({ key: "name", direction: "asc" }, known)).toBe("name");
    expect(sortWord({ key: "secret", direction: "asc" }, known)).toBeUndefined();
  });
});
