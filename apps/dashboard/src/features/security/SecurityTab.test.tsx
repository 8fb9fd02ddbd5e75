import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, clickToSee, press, type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { SecurityTab } from "./SecurityTab.tsx";

const option = { clientId: "turnpike", state: "s", nonce: "n", url: "https://provider.test/" };
const mfaNeeded = new Refused(460, "Enter your MFA code", { reason: "mfaNeeded" });
const mfaWrong = new Refused(461, "The MFA code is wrong", { reason: "mfaWrong" });

async function show(by: Parameters<typeof testUser>[0], more: Answers = {}) {
  const answers: Answers = {
    "/v1/member": () => testUser(by),
    "/v1/loginOptions": () => ({ google: option, github: null, linkedin: null }),
    ...more,
  };
  const path = "/cli/setting?tab=security";
  const shown = await showScreen({ screen: SecurityTab, area: "setting", path, answers });
  await screen.findByText("Two-factor authentication");
  return shown;
}
const dialog = (name: string | RegExp) => screen.findByRole("dialog", { name });
const send = (form: HTMLElement) =>
  fireEvent.submit(form.querySelector("form") ?? document.createElement("form"));

const GOOD = "Tollgate-29!";
async function typePassword() {
  click("Change the password");
  const form = await dialog("Change the password");
  type("Current password", "Passw0rd!x");
  type("New password", GOOD);
  type("New password again", GOOD);
  return form;
}

test("the overview shows what is missing and the next step (spec/dashboard#settings)", async () => {
  await show({ hasPassword: true, mfaBound: false, secureEmail: null });
  expect(screen.getByText("2 steps would protect your account better")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Turn on" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Add" })).toBeTruthy();
});

test("the overview shows when everything is set up", async () => {
  await show({ hasPassword: true, mfaBound: true, secureEmail: "s***@example.com" });
  expect(screen.getByText("Your account is well protected")).toBeTruthy();
  expect(screen.getByText("s***@example.com")).toBeTruthy();
});

test("a new password must meet the settings' rule and be repeated correctly (spec/sign-in#credentials)", async () => {
  const { askedOf } = await show({ hasPassword: true });
  const form = await typePassword();
  type("New password", "tollgate-29!");
  expect(within(form).getAllByText("(done)")).toHaveLength(4);
  send(form);
  await within(form).findByText("The password does not meet every point below");
  type("New password", "Tollgate-30!");
  send(form);
  await within(form).findByText("The two passwords differ");
  expect(askedOf("/v1/upPwd")).toEqual([]);
});

test("the new password must differ from the current one", async () => {
  const { askedOf } = await show({ hasPassword: true });
  const form = await typePassword();
  type("Current password", GOOD);
  send(form);
  await within(form).findByText(/This is your current password/);
  expect(askedOf("/v1/upPwd")).toEqual([]);
});

test("changing the password reports how many other sessions were signed out (spec/sign-in#calls)", async () => {
  const { askedOf } = await show({ hasPassword: true }, { "/v1/upPwd": () => ({ ended: 3 }) });
  send(await typePassword());
  await screen.findByText(
    "Password changed, and a new access key made. 3 other sessions were signed out.",
  );
  const [question] = askedOf("/v1/upPwd");
  expect(question).toMatchObject({ oldPassword: "Passw0rd!x", newPassword: GOOD });
  expect(question).not.toHaveProperty("mfaCode");
  await waitFor(() => expect(askedOf("/v1/member").length).toBeGreaterThan(1));
});

test("460 asks for the MFA code and repeats the call with it (spec/sign-in#guarded-calls)", async () => {
  const { askedOf } = await show(
    { hasPassword: true, mfaBound: true },
    { "/v1/upPwd": ({ mfaCode }) => (mfaCode === "123456" ? { ended: 0 } : mfaNeeded) },
  );
  send(await typePassword());
  const prompt = await dialog("Confirm that it is you");
  type("Authentication code", "123 456");
  send(prompt);
  await screen.findByText("Password changed, and a new access key made.");
  expect(askedOf("/v1/upPwd").map(({ mfaCode }) => mfaCode)).toEqual([undefined, "123456"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("461 keeps the dialog open with an error message; a recovery code is accepted instead", async () => {
  const { askedOf } = await show(
    { hasPassword: true, mfaBound: true },
    {
      "/v1/upPwd": ({ mfaCode }) => {
        if (!mfaCode) return mfaNeeded;
        return mfaCode === "ABCD-EFGH-JKMN" ? { ended: 0 } : mfaWrong;
      },
    },
  );
  send(await typePassword());
  const prompt = await dialog("Confirm that it is you");
  type("Authentication code", "000000");
  send(prompt);
  await within(prompt).findByText("The MFA code is wrong");
  click("Use a recovery code instead");
  expect(within(prompt).queryByText("The MFA code is wrong")).toBeNull();
  type("Recovery code", "ABCD-EFGH-JKMN");
  send(prompt);
  await screen.findByText("Password changed, and a new access key made.");
  expect(askedOf("/v1/upPwd")).toHaveLength(3);
});

test("Escape closes only the MFA dialog: the form keeps its values and no error is shown", async () => {
  const { askedOf } = await show(
    { hasPassword: true, mfaBound: true },
    { "/v1/upPwd": () => mfaNeeded },
  );
  send(await typePassword());
  await dialog("Confirm that it is you");
  fireEvent.keyDown(screen.getByLabelText("Authentication code"), { key: "Escape" });
  await waitFor(() => expect(screen.getAllByRole("dialog")).toHaveLength(1));
  expect(screen.getByLabelText<HTMLInputElement>("Current password").value).toBe("Passw0rd!x");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(askedOf("/v1/upPwd")).toHaveLength(1);
});

const codes = Array.from({ length: 10 }, (_, at) => `ABCD-EFGH-${2222 + at}`);
async function bind() {
  click("Turn on");
  await press("I have an app");
  await screen.findByText("JBSW Y3DP EHPK 3PXP");
  click("Next");
  type("Code from the app", "123456");
  send(await dialog("Enter the first code"));
  return dialog("Save your recovery codes");
}
const binding: Answers = {
  "/v1/mfaApp": () => ({
    apps: [{ name: "2FAS", ios: "https://i.test", android: "https://a.test" }],
  }),
  "/v1/mfaSecret": () => ({
    secret: "JBSWY3DPEHPK3PXP",
    otpauth: "otpauth://totp/x",
    qr: "data:image/svg+xml,x",
  }),
  "/v1/bindMFa": ({ code }) => (code === "123456" ? { recoveryCodes: codes, ended: 1 } : mfaWrong),
};

test("recovery codes are shown once and must be confirmed as saved before closing (spec/sign-in#mfa)", async () => {
  const { askedOf } = await show({ mfaBound: false }, binding);
  const last = await bind();
  for (const code of codes) expect(within(last).getByText(code)).toBeTruthy();
  expect(within(last).queryByRole("button", { name: "Close" })).toBeNull();
  fireEvent.keyDown(last, { key: "Escape" });
  click("Done");
  await within(last).findByText("Save the codes first: they are not shown again");
  expect(screen.getByRole("dialog")).toBeTruthy();
  fireEvent.click(within(last).getByRole("checkbox"));
  await clickToSee("Done", "Two-factor authentication is on. 1 other session was signed out.");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(askedOf("/v1/mfaSecret")).toHaveLength(1);
});

test("a wrong first code shows an error at the field and keeps the key (spec/sign-in#mfa: 461)", async () => {
  const { askedOf } = await show({ mfaBound: false }, binding);
  click("Turn on");
  await press("I have an app");
  await screen.findByText("JBSW Y3DP EHPK 3PXP");
  click("Next");
  type("Code from the app", "000000");
  const form = await dialog("Enter the first code");
  send(form);
  await within(form).findByText("The MFA code is wrong");
  await clickToSee("Back", "JBSW Y3DP EHPK 3PXP");
  click("Back");
  await press("I have an app");
  await screen.findByText("JBSW Y3DP EHPK 3PXP");
  expect(askedOf("/v1/mfaSecret")).toHaveLength(1);
});

test("MFA is turned off with a mailed code if both the app and the recovery codes are lost", async () => {
  const { askedOf } = await show(
    { mfaBound: true },
    {
      "/v1/mailCode": () => ({ retryAfterSeconds: 60 }),
      "/v1/unbindMFa": () => ({ ended: 0 }),
    },
  );
  click("Turn off");
  fireEvent.click(await screen.findByText(/Lost both/));
  click("Send the code");
  expect(await screen.findByRole("button", { name: /Send again in \d+ s/ })).toHaveProperty(
    "disabled",
    true,
  );
  type("Code from the e-mail", "654321");
  send(await dialog("Turn off two-factor authentication"));
  await screen.findByText("Two-factor authentication is off.");
  expect(askedOf("/v1/mailCode")).toMatchObject([{ scene: "unbindMfa" }]);
  expect(askedOf("/v1/unbindMFa")).toMatchObject([{ mailCode: "654321" }]);
});

test("the secure e-mail is confirmed with the code sent to it (spec/sign-in#secure-e-mail)", async () => {
  const { askedOf } = await show(
    { secureEmail: null },
    {
      "/v1/mailCode": () => ({ retryAfterSeconds: 60 }),
      "/v1/secureMail": () => ({ secureEmail: "s***@example.com" }),
    },
  );
  click("Add");
  const form = await dialog("Add a secure e-mail");
  type("New address", "ada@example.com");
  send(form);
  await within(form).findByText("You sign in with this address. Enter another one.");
  type("New address", " Second@Example.com ");
  send(form);
  await screen.findByText(/Sent to second@example.com/);
  type("Code from the e-mail", "654321");
  send(form);
  await screen.findByText("The secure e-mail is s***@example.com now.");
  expect(askedOf("/v1/mailCode")).toMatchObject([
    { scene: "secureMail", email: "second@example.com" },
  ]);
  expect(askedOf("/v1/secureMail")).toMatchObject([
    { email: "second@example.com", code: "654321" },
  ]);
});

const google = { bound: true, account: "ada@gmail.test", boundAt: "2026-11-01T08:00:00Z" };
const none = { bound: false, account: null, boundAt: null };
const bindings = { google, github: none, linkedin: none };

test("a linked login is unlinked after a confirmation", async () => {
  let isLinked = true;
  const unlinked = { ...bindings, google: none };
  const { askedOf } = await show(
    {},
    {
      "/v1/member": () => testUser({ bindings: isLinked ? bindings : unlinked }),
      "/v1/gBind": () => {
        isLinked = false;
        return { bindings: unlinked };
      },
    },
  );
  await press("Unlink Google");
  const question = await dialog("Unlink Google?");
  expect(askedOf("/v1/gBind")).toEqual([]);
  click("Unlink Google", within(question));
  await screen.findByText("Google is no longer linked.");
  expect(askedOf("/v1/gBind")).toMatchObject([{ provider: "google", unbind: "1" }]);
  await screen.findByRole("button", { name: "Link Google" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("unlinking the last sign-in method asks the user to set a password first", async () => {
  const { askedOf } = await show({ bindings, hasPassword: false }, {});
  await press("Unlink Google");
  const question = await dialog("Unlink Google?");
  click("Set a password", within(question));
  await dialog("Set a password");
  expect(askedOf("/v1/gBind")).toEqual([]);
});
