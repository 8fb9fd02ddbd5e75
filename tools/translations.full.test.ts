import { missingTexts, translations } from "@turnpike/locales/catalogues.ts";
import { expect, it } from "vitest";

it.each(translations)("A release has every text in %s", (language) => {
  expect(missingTexts(language)).toEqual([]);
});
