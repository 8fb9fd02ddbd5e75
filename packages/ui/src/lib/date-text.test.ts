import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { daysLater, dayText, monthsLater, parseDay, weeksOf } from "./date-text.ts";

beforeAll(() => i18next.init({ lng: "en", resources: {} }));
const inLanguage = (language: string) => i18next.changeLanguage(language);

it.each([
  ["en", "11/26/2026", "2026-11-26"],
  ["de", "26.11.2026", "2026-11-26"],
  ["fr", "26/11/2026", "2026-11-26"],
  ["ru", "26.11.2026", "2026-11-26"],
  ["vi", "26/11/2026", "2026-11-26"],
  ["zh-tw", "2026/11/26", "2026-11-26"],
])("in %s a day is written as %s and parsed back", async (language, text, day) => {
  await inLanguage(language);
  expect(dayText(day)).toBe(text);
  expect(parseDay(text)).toBe(day);
  expect(parseDay("2026-11-26")).toBe(day);
});

it("parses short years and single digits, and rejects days that do not exist", async () => {
  await inLanguage("de");
  expect(parseDay("1.2.26")).toBe("2026-02-01");
  expect(parseDay("29.2.2028")).toBe("2028-02-29");
  for (const text of ["29.2.2026", "31.4.2026", "0.1.2026", "1.13.2026", "26.11.", "", "x"]) {
    expect([text, parseDay(text)]).toEqual([text, null]);
  }
  expect(dayText("")).toBe("");
});

it("adds days and months across the ends of months and years", () => {
  expect(daysLater("2026-02-28", 1)).toBe("2026-03-01");
  expect(daysLater("2026-01-01", -1)).toBe("2025-12-31");
  expect(monthsLater("2026-01-31", 1)).toBe("2026-02-28");
  expect(monthsLater("2026-01-15", -1)).toBe("2025-12-15");
});

it("a month's weeks start as the language defines and contain all its days", async () => {
  await inLanguage("de");
  const weeks = weeksOf("2026-11");
  expect(weeks[0]?.[0]).toBe("2026-10-26");
  expect(weeks.flat().filter((day) => day.startsWith("2026-11"))).toHaveLength(30);
  await inLanguage("en");
  expect(weeksOf("2026-11")[0]?.[0]).toBe("2026-11-01");
});
