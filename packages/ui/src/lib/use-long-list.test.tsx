import { Select } from "@mantine/core";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { forBrowserTests, show } from "../testing/browser.tsx";
import { useLongList } from "./use-long-list.ts";

const options = Array.from({ length: 300 }, (_, at) => `Place ${at + 1}`);
const drawn = () => screen.queryAllByRole("option", { hidden: true });
const field = () => screen.getByRole("combobox", { name: "Place" });

function Places() {
  return (
    <Select label="Place" searchable data={options} defaultValue="Place 250" {...useLongList()} />
  );
}
forBrowserTests();
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
  show(<Places />);
});

it("renders no option before the field is focused, but shows the selected one", () => {
  expect(drawn()).toHaveLength(0);
  expect(field()).toHaveProperty("value", "Place 250");
});

it("renders 200 options once focused and opened by a key; a search finds the others", () => {
  act(() => field().focus());
  expect(drawn()).toHaveLength(200);
  fireEvent.keyDown(field(), { key: "ArrowDown", code: "ArrowDown" });
  expect(field().getAttribute("aria-expanded")).toBe("true");
  fireEvent.change(field(), { target: { value: "300" } });
  fireEvent.click(screen.getByRole("option", { name: "Place 300" }));
  expect(field()).toHaveProperty("value", "Place 300");
});

it("renders 200 options if opened without the focus", () => {
  fireEvent.click(field());
  expect(drawn()).toHaveLength(200);
});
