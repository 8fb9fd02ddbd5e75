import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
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

test("the account's data is saved by the browser after a fresh proof, and says when it can be again (spec/law#data-export)", async () => {
  let tries = 0;
  const saved: string[] = [];
  const keep = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[download]");
    if (!link) return;
    event.preventDefault();
    saved.push(new URL(link.href).pathname + new URL(link.href).search);
  };
  document.addEventListener("click", keep);
  onTestFinished(() => document.removeEventListener("click", keep));
  const { askedOf } = await show({
    "/v1/ticket": ({ password }) => {
      if (!password)
        return new Refused(400, "Missing", { reason: "missingField", field: "password" });
      tries += 1;
      if (tries > 1)
        return new Refused(429, "Wait", { reason: "tooSoon", retryAfterSeconds: 86_000 });
      return { ticket: "T1", expiresAt: "2026-03-15T09:31:00Z" };
    },
  });
  const button = () => screen.getByRole("button", { name: "Download my data" });
  const prove = async () => {
    fireEvent.click(button());
    const field = await screen.findByLabelText("Password");
    type(field, "Right1234");
    fireEvent.submit(field);
  };
  await prove();
  await screen.findByText("Your browser is saving the file");
  expect(saved).toEqual(["/v1/personalData?ticket=T1&lang=en"]);
  expect(askedOf("/v1/ticket").at(-1)).toMatchObject({
    what: "personalData",
    password: "Right1234",
  });
  await prove();
  await screen.findByText(/^Next possible on /);
  expect(saved).toHaveLength(1);
});
