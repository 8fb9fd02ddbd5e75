import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { AccountTab } from "./AccountTab.tsx";

async function show(more: Answers = {}) {
  const answers = { "/v1/member": () => testUser(), ...more };
  const path = "/cli/setting?tab=account";
  const shown = await showScreen({ screen: AccountTab, area: "setting-account", path, answers });
  await screen.findByText("ada@example.com");
  return shown;
}

test("the e-mail language is the account's, and is sent as the API spells it (spec/product#languages)", async () => {
  let lang = "de";
  const { askedOf } = await show({
    "/v1/member": () => testUser({ lang }),
    "/v1/upLang": ({ language = "" }) => {
      lang = language;
      return { lang };
    },
  });
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "Language" });
  await waitFor(() => expect(field.value).toBe("Deutsch"));
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole("option", { name: "繁體中文", hidden: true }));
  await screen.findByText("We write to you in this language from now on");
  expect(askedOf("/v1/upLang")).toMatchObject([{ language: "zh" }]);
  await waitFor(() => expect(field.value).toBe("繁體中文"));
});
