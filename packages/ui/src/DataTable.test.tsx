// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Column, DataTable } from "./DataTable.tsx";
import { sortWord, useTableUrl } from "./table-url.ts";
import { forBrowserTests, show, showAt } from "./testing/browser.tsx";

interface Row {
  id: string;
  name: string;
  bytes: number;
}
const rows: Row[] = [
  { id: "a", name: "Ada", bytes: 1 },
  { id: "b", name: "Bo", bytes: 2 },
];

/** Columns that do not fit the window, and the window's width. */
const extra: Record<"id" | "more", NonNullable<Column<Row>["extra"]>> = {
  id: "narrow",
  more: true,
};
let windowEm = 100;
const fits = (query: string) => {
  const [, bound, em] = /\((min|max)-width: ([\d.]+)em\)/.exec(query) ?? [];
  return bound === "min" ? windowEm >= Number(em) : bound === "max" && windowEm <= Number(em);
};

/** jsdom has no layout: a menu counts as scrolled out of view, hence `hidden`. */
function Sample() {
  const url = useTableUrl();
  return (
    <DataTable<Row>
      label="People"
      columns={[
        { key: "name", title: "Name", sortable: true, render: (row) => row.name },
        { key: "bytes", title: "Bytes", sortable: true, render: (row) => row.bytes },
        { key: "id", title: "Number", extra: extra.id, render: (row) => row.id },
        { key: "more", title: "More", extra: extra.more, render: () => "…" },
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
  const search = showAt(address, <Sample />);
  return () => new URLSearchParams(search());
}
const headings = () =>
  within(screen.getByRole("table", { name: "People" }))
    .getAllByRole("columnheader")
    .map((heading) => heading.textContent)
    .filter((text) => text !== "Actions");

forBrowserTests(fits);

afterEach(() => {
  windowEm = 100;
});

describe("a table's URL", () => {
  it("keeps which columns are shown; the first column is always shown", async () => {
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

  it("keeps chosen columns even if the window has no room for them", async () => {
    windowEm = 70;
    const search = open("/?hide=bytes");
    expect(headings()).toEqual(["Name"]);
    fireEvent.click(screen.getByRole("button", { name: "Choose columns" }));
    const item = (name: string) =>
      screen.findByRole("menuitemcheckbox", { name, hidden: true }) as Promise<HTMLElement>;
    expect((await item("Number")).getAttribute("aria-checked")).toBe("false");
    fireEvent.click(await item("Number"));
    expect(headings()).toEqual(["Name", "Number"]);
    expect([search().get("show"), search().get("hide")]).toEqual(["id", "bytes"]);
    fireEvent.click(screen.getByRole("menuitem", { name: "Show all", hidden: true }));
    expect(headings()).toEqual(["Name", "Bytes", "Number", "More"]);
    expect([search().get("show"), search().get("hide")]).toEqual(["id,more", null]);
    fireEvent.click(await item("Number"));
    expect(headings()).toEqual(["Name", "Bytes", "More"]);
    expect([search().get("show"), search().get("hide")]).toEqual(["more", null]);
  });

  it("without a column choice, shows the columns that fit the window", () => {
    windowEm = 80;
    open("/");
    expect(headings()).toEqual(["Name", "Bytes", "Number"]);
    cleanup();
    windowEm = 85;
    open("/");
    expect(headings()).toEqual(["Name", "Bytes", "Number", "More"]);
  });

  it("hides no column of a phone's cards, which have no column menu", () => {
    windowEm = 30;
    open("/?hide=bytes,id");
    const names = screen.getAllByRole("term").map(({ textContent }) => textContent);
    expect(names.slice(0, 3)).toEqual(["Bytes", "Number", "More"]);
  });

  it("keeps order and page, and returns to the first page with another order", () => {
    const search = open("/?page=3&sort=name.asc");
    const name = screen.getByRole("columnheader", { name: "Name" });
    expect(name.getAttribute("aria-sort")).toBe("ascending");
    fireEvent.click(within(name).getByRole("button"));
    expect(search().get("sort")).toBe("name.desc");
    expect(search().has("page")).toBe(false);
  });

  it("selects the page, whose row numbers are in the language's format", () => {
    open("/?page=3");
    expect(screen.getByText("21–30 of 2,736")).toBeTruthy();
  });

  it("requests only orders that the call supports", () => {
    const known = ["name", "bytes"] as const;
    expect(sortWord({ key: "bytes", direction: "desc" }, known)).toBe("-bytes");
    expect(sortWord({ key: "name", direction: "asc" }, known)).toBe("name");
    expect(sortWord({ key: "secret", direction: "asc" }, known)).toBeUndefined();
  });
});

it("a phone's card opens its row, unless a control of it is pressed", () => {
  windowEm = 30;
  const opened: string[] = [];
  show(
    <DataTable<Row>
      label="People"
      columns={[{ key: "name", title: "Name", render: (row) => row.name }]}
      rows={rows}
      rowId={(row) => row.id}
      onOpen={(row) => opened.push(row.name)}
      actions={(row) => <button type="button">Greet {row.name}</button>}
      empty="none"
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Greet Ada" }));
  expect(opened).toEqual([]);
  fireEvent.click(screen.getByText("Bo"));
  expect(opened).toEqual(["Bo"]);
});

describe("a phone's short cards", () => {
  const deleted = vi.fn<() => void>();
  const Cards = () => (
    <DataTable<Row>
      label="People"
      columns={[
        { key: "name", title: "Name", render: (row) => row.name },
        { key: "bytes", title: "Bytes", render: (row) => row.bytes },
      ]}
      rows={rows}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      selection={{ ids: [], onChange: () => {} }}
      card={(row) => ({ head: row.name, line: ["works", "", `${row.bytes} B`] })}
      onDelete={deleted}
      empty="none"
    />
  );
  const draw = () => {
    windowEm = 30;
    show(<Cards />);
  };

  it("have two lines, and show all columns when pressed", () => {
    draw();
    const [ada] = screen.getAllByRole("listitem");
    expect(ada?.textContent).toBe("Adaworks1 B");
    expect(screen.queryAllByRole("term")).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Details of Ada" }));
    expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Name",
      "Bytes",
    ]);
  });

  it("respond to the Delete key, as rows do", () => {
    draw();
    fireEvent.keyDown(screen.getByLabelText("Select Bo"), { key: "Delete" });
    fireEvent.keyDown(screen.getByLabelText("Select Bo"), { key: "Enter" });
    expect(deleted).toHaveBeenCalledOnce();
  });
});
