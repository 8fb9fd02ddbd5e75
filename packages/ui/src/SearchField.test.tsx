import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import ui from "@turnpike/locales/en/ui.json";
import { SearchField } from "./SearchField.tsx";

const reports = vi.fn<(text: string) => void>();
const field = () => screen.getByRole<HTMLInputElement>("searchbox");
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pause = () =>
  act(() => {
    vi.advanceTimersByTime(400);
  });
const element = (value: string) => (
  <MantineProvider>
    <SearchField label="Search" value={value} onSearch={reports} />
  </MantineProvider>
);

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
  await i18next.use(initReactI18next).init({ lng: "en", ns: ["ui"], resources: { en: { ui } } });
});
beforeEach(() => {
  vi.useFakeTimers();
  reports.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("The search is reported after a pause, and typed text is kept until the URL follows", () => {
  const { rerender } = render(element(""));
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
  const { rerender } = render(element(""));
  type("par");
  pause();
  rerender(element("par"));
  rerender(element(""));
  expect(field().value).toBe("");
  rerender(element("par"));
  expect(field().value).toBe("par");
});

test("Text typed just before a link to another search is not searched for", () => {
  const { rerender } = render(element("par"));
  type("pari");
  rerender(element(""));
  pause();
  expect(reports).not.toHaveBeenCalled();
  expect(field().value).toBe("");
});

test("Only spaces report no other search, and a link to one still sets the field", () => {
  const { rerender } = render(element(""));
  type("  ");
  pause();
  // The present search may be reported again.
  expect(reports.mock.calls.filter(([text]) => text !== "")).toEqual([]);
  rerender(element("x"));
  expect(field().value).toBe("x");
});

test("A reported search that a link replaces before it is applied does not block later ones", () => {
  const { rerender } = render(element("ber"));
  type("par");
  pause();
  rerender(element("x"));
  expect(field().value).toBe("x");
  rerender(element("ber"));
  expect(field().value).toBe("ber");
});

test("Text typed while two reported searches are applied is kept", () => {
  const { rerender } = render(element(""));
  type("be");
  pause();
  type("ber");
  pause();
  type("berl");
  rerender(element("be"));
  rerender(element("ber"));
  expect(field().value).toBe("berl");
});
