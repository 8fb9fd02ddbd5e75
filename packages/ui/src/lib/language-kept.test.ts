import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readCookie } from "./cookie.ts";
import { saveLanguage, startLanguage } from "./language.ts";

const DAYS_3000 = 3000 * 86_400;
let written: string[] = [];
const spied = () =>
  vi.spyOn(document, "cookie", "set").mockImplementation((text) => void written.push(text));
beforeEach(() => {
  written = [];
  localStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  document.cookie = "lang=; Path=/; Max-Age=0";
});

test("a chosen language is saved in the cookie and in the stored setting (spec/product#languages)", () => {
  saveLanguage("vi");
  expect(readCookie("lang")).toBe("vi");
  document.cookie = "lang=; Path=/; Max-Age=0";
  expect(startLanguage()).toBe("vi");
});

test("a chosen language is kept for 3000 days (spec/product#languages)", () => {
  spied();
  saveLanguage("ru");
  expect(written).toEqual([expect.stringMatching(/^lang=ru; /)]);
  expect(written[0]).toContain(`Max-Age=${DAYS_3000};`);
});

test("a simplified Chinese cookie is rewritten to zh-tw for 3000 days (spec/product#languages)", () => {
  document.cookie = "lang=zh-CN; Path=/";
  spied();
  expect(startLanguage()).toBe("zh-tw");
  expect(written).toEqual([expect.stringMatching(/^lang=zh-tw; /)]);
  expect(written[0]).toContain(`Max-Age=${DAYS_3000};`);
});

test("any other cookie is unchanged", () => {
  document.cookie = "lang=fr; Path=/";
  spied();
  expect(startLanguage()).toBe("fr");
  expect(written).toEqual([]);
});
