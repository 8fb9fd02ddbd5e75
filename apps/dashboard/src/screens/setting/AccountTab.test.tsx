import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { AccountTab } from "./AccountTab.tsx";

const OLD = "k3yk3yk3yk3yk3y1";
const NEW = "n3wn3wn3wn3wn3w2";
let shown: Awaited<ReturnType<typeof showScreen>> | undefined;
afterEach(() => shown?.end());
async function show(more: Answers = {}) {
  const answers = { "/v1/member": () => testUser({ accessKey: OLD }), ...more };
  const path = "/cli/setting?tab=account";
  shown = await showScreen({ screen: AccountTab, area: "setting-account", path, answers });
  await screen.findByText("ada@example.com");
  return shown;
}
const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the access key is hidden until asked for, in the example too", async () => {
  await show();
  expect(document.body.textContent).not.toContain(OLD);
  expect(screen.getByText(/curl .*\/v1\/member -d key=YOUR_ACCESS_KEY/)).toBeTruthy();
  click("Show the access key");
  expect(screen.getByText(OLD)).toBeTruthy();
  expect(screen.getByText(new RegExp(`/v1/member -d key=${OLD}$`))).toBeTruthy();
  click("Hide the access key");
  expect(document.body.textContent).not.toContain(OLD);
});

test("the example never has the key in an address (contract §1)", async () => {
  await show();
  click("Show the access key");
  expect(document.body.textContent).not.toContain("?key=");
});

test("the key is renewed after a question that says the old one dies", async () => {
  let key = OLD;
  const { askedOf } = await show({
    "/v1/member": () => testUser({ accessKey: key }),
    "/v1/upAccessKey": () => {
      key = NEW;
      return { accessKey: NEW };
    },
  });
  click("Show the access key");
  click("Renew");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("The old key dies at once");
  expect(askedOf("/v1/upAccessKey")).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Renew the key" }));
  await screen.findByText("The new access key holds from now on");
  await screen.findByText(NEW);
  expect(document.body.textContent).not.toContain(OLD);
});

test("where MFA is bound, renewing asks for its code (460) and sends it", async () => {
  const { askedOf } = await show({
    "/v1/upAccessKey": ({ mfaCode }) =>
      mfaCode ? { accessKey: NEW } : new Refused(460, "MFA code needed", { reason: "mfaNeeded" }),
  });
  click("Renew");
  fireEvent.click(await screen.findByRole("button", { name: "Renew the key" }));
  const code = await screen.findByRole("textbox", { name: /code/i });
  fireEvent.change(code, { target: { value: "123456" } });
  fireEvent.submit(code.closest("form") as HTMLFormElement);
  await screen.findByText("The new access key holds from now on");
  expect(askedOf("/v1/upAccessKey").at(-1)).toMatchObject({ mfaCode: "123456" });
});

test("the language of mails is the account's, and is set as the API spells it (spec §7)", async () => {
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
