import { expect, it } from "vitest";
import { shownTexts, textNames, translations } from "./catalogues.ts";
import { inAllLanguages, withEnglish } from "./fallback.ts";

const english = {
  title: "Orders",
  count_one: "An order",
  count_other: "{{count}} orders",
  empty: { text: "No order yet", action: "Buy" },
};

it("A text that a language lacks is shown in English, its own texts stay", () => {
  const own = { title: "Aufträge", count_one: "x", count_other: "y", empty: { action: "Kaufen" } };
  expect(withEnglish(english, own, "de")).toEqual({
    ...own,
    empty: { text: "No order yet", action: "Kaufen" },
  });
});

it("A plural that a language lacks has all of its forms; 21 are never called one", () => {
  expect(withEnglish(english, {}, "de")).toMatchObject({ count_one: "An order" });
  expect(withEnglish(english, {}, "ru")).toMatchObject({
    count_one: "{{count}} orders",
    count_few: "{{count}} orders",
    count_many: "{{count}} orders",
  });
  expect(withEnglish(english, {}, "zh-tw")).not.toHaveProperty("count_one");
});

it("A plural in its own forms gets no English form beside them", () => {
  const own = { count_few: "a", count_many: "b", count_one: "c", count_other: "d" };
  expect(withEnglish(english, own, "ru")).toMatchObject(own);
  expect(withEnglish({ a_one: "1", a_other: "2" }, { a: "own" }, "fr")).toEqual({ a: "own" });
});

it("The API's texts are complete in every language", () => {
  const all = inAllLanguages(english, {
    de: { title: "Aufträge" },
    fr: {},
    ru: {},
    vi: {},
    zh: {},
  });
  expect(all.de.empty.text).toBe("No order yet");
  expect(all.de.title).toBe("Aufträge");
  expect(all.zh.title).toBe("Orders");
});

it.each(translations)("A screen whose area %s has no file for is in English", (language) => {
  const area = "no-such-area";
  expect(textNames(shownTexts(language, area))).toEqual([]);
  expect(textNames(shownTexts(language, "home")).sort()).toEqual(
    textNames(shownTexts("en", "home")).sort(),
  );
});
