import { fireEvent, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { beforeEach, expect, test } from "vitest";
import { callApi } from "../../lib/call.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { LanguageMenu } from "@turnpike/ui/LanguageMenu.tsx";
import { chooseLanguage } from "./choose-language.ts";

const answers: Answers = {
  "/v1/upLang": ({ language }) => ({ lang: language }),
  "/v1/coupons": () => ({ items: [] }),
};
beforeEach(() => localStorage.clear());
async function choose(language: string) {
  const shown = await showScreen({
    screen: () => <LanguageMenu onChoose={chooseLanguage} />,
    area: "shell",
    path: "/",
    answers,
  });
  fireEvent.click(await screen.findByText(language));
  return shown;
}

test("the e-mail language of a signed-in user follows the chosen language", async () => {
  localStorage.setItem("app.session", "x".repeat(43));
  const { askedOf } = await choose("繁體中文");
  await waitFor(() => expect(askedOf("/v1/upLang")).toMatchObject([{ language: "zh" }]));
});

test("a visitor's choice is kept in the browser only", async () => {
  const { askedOf } = await choose("Deutsch");
  await waitFor(() => expect(i18next.language).toBe("de"));
  // Any earlier request has arrived before this one.
  await callApi("coupons", {});
  expect(askedOf("/v1/upLang")).toEqual([]);
});
