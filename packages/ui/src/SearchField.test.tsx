import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchField } from "./SearchField.tsx";
import { forBrowserTests, show } from "./testing/browser.tsx";

const reports = vi.fn<(text: string) => void>();
const field = () => screen.getByRole<HTMLInputElement>("searchbox");
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pause = () =>
  act(() => {
    vi.advanceTimersByTime(400);
  });
const element = (value: string) => <SearchField label="Search" value={value} onSearch={reports} />;

forBrowserTests();
beforeEach(() => {
  vi.useFakeTimers();
  reports.mockClear();
});
afterEach(() => void vi.useRealTimers());

test("The search is reported after a pause, and typed text is kept until the URL follows", () => {
  const { rerender } = show(element(""));
  type("ber");
  expect(reports).not.toHaveBeenCalled();
  pause();
  expect(reports).toHaveBeenLastCalledWith("ber");
  expect(field().value).toBe("ber");
  type("berl");
  rerender(element("ber"));
  expect(field().value).toBe("berl");
});

test("A link to another search sets the field, even to text typed before", () => {
  const { rerender } = show(element(""));
  type("par");
  pause();
  rerender(element("par"));
  rerender(element(""));
  expect(field().value).toBe("");
  rerender(element("par"));
  expect(field().value).toBe("par");
});

test("Text typed just before a link to another search is not searched for", () => {
  const { rerender } = show(element("par"));
  type("pari");
  rerender(element(""));
  pause();
  expect(reports).not.toHaveBeenCalled();
  expect(field().value).toBe("");
});

test("Only spaces report no other search, and a link to one still sets the field", () => {
  const { rerender } = show(element(""));
  type("  ");
  pause();
  // The present search may be reported again.
  expect(reports.mock.calls.filter(([text]) => text !== "")).toEqual([]);
  rerender(element("x"));
  expect(field().value).toBe("x");
});

test("A reported search that a link replaces before it is applied does not block later ones", () => {
  const { rerender } = show(element("ber"));
  type("par");
  pause();
  rerender(element("x"));
  expect(field().value).toBe("x");
  rerender(element("ber"));
  expect(field().value).toBe("ber");
});

test("Text typed while two reported searches are applied is kept", () => {
  const { rerender } = show(element(""));
  type("be");
  pause();
  type("ber");
  pause();
  type("berl");
  rerender(element("be"));
  rerender(element("ber"));
  expect(field().value).toBe("berl");
});
