import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { closeSession, openSession, sessionToken } from "../../lib/session.ts";
import { click, clickToSee, enterMfaCode, press, type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { CloseAccount } from "./CloseAccount.tsx";

const losses = {
  walletCents: 1234,
  profitCents: 66,
  ipBalance: 5,
  trafficBytes: 3_000_000_000,
  staticCredits: { 7: 1, 30: 2, 90: 0 },
  shortCredits: { 1: 0, 3: 0, 7: 0 },
  subAccounts: 4,
  whitelistEntries: 2,
  staticIps: 8,
  unlimitedPlans: 2,
  coupons: 1,
  sessions: 2,
  linkedLogins: 1,
  pendingPayments: 0,
};
async function show(more: Answers = {}, hasPassword = true) {
  const answers: Answers = {
    "/v1/member": () => testUser({ hasPassword }),
    "/v1/cancelInfo": () => losses,
    "/v1/mailCode": () => ({ retryAfterSeconds: 60 }),
    "/v1/cancel": () => ({}),
    ...more,
  };
  const path = "/cli/setting?tab=account";
  const shown = await showScreen({ screen: CloseAccount, area: "setting", path, answers });
  await screen.findByText("Close the account");
  return shown;
}
const submit = () => fireEvent.submit(document.querySelector("form") as HTMLFormElement);
async function toProof() {
  click("Close the account…");
  await press("I understand, continue");
  await screen.findByText("Confirm that you want this");
}
const proofs = [
  ["Your password", "Passw0rd!x", "Enter your password"],
  ["Code from the e-mail", "654321", "Please enter the code"],
  [/^Type ada@example.com/, "ada@example.com", "Type ada@example.com to confirm"],
] as const;

test("the dialog first shows in figures what will be lost (spec/accounts#closure)", async () => {
  const { askedOf } = await show();
  click("Close the account…");
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText("$12.34");
  const figure = (name: string) => within(dialog).getByText(name).nextSibling?.textContent;
  expect(figure("Traffic")).toBe("3 GB");
  expect(figure("Long-term static credits")).toBe("3");
  expect(figure("Sub-accounts")).toBe("4");
  expect(figure("Static IPs")).toBe("8");
  expect(within(dialog).getByText("$13.00 will be lost and is not paid out.")).toBeTruthy();
  expect(within(dialog).getByText("This cannot be undone")).toBeTruthy();
  expect(askedOf("/v1/cancel")).toEqual([]);
});

test.each(proofs)("the account is not closed without %s", async (missing, _value, said) => {
  const { askedOf } = await show();
  await toProof();
  for (const [label, value] of proofs) if (label !== missing) type(label, value);
  submit();
  const fault = (element: Element | null) => element?.tagName !== "LABEL";
  await waitFor(() => expect(screen.queryAllByText(said).filter(fault)).toHaveLength(1));
  expect(askedOf("/v1/cancel")).toEqual([]);
});

test("an e-mail address other than the account's does not confirm", async () => {
  const { askedOf } = await show();
  await toProof();
  for (const [label, value] of proofs) type(label, value);
  type(/^Type /, "bob@example.com");
  submit();
  await waitFor(() =>
    expect(screen.getByLabelText(/^Type /).getAttribute("aria-invalid")).toBe("true"),
  );
  expect(askedOf("/v1/cancel")).toEqual([]);
});

test("with all three proofs, and an MFA code if MFA is bound, the account and its session are closed", async () => {
  openSession("x".repeat(43), testUser());
  const { askedOf } = await show({
    "/v1/cancel": ({ mfaCode }) =>
      mfaCode ? {} : new Refused(460, "Enter your MFA code", { reason: "mfaNeeded" }),
  });
  await toProof();
  await clickToSee("Send the code", /Sent to ada@example.com/);
  for (const [label, value] of proofs) type(label, value);
  submit();
  await enterMfaCode();
  await screen.findByText("Your account is closed. Thank you for being our customer.");
  expect(askedOf("/v1/mailCode")).toMatchObject([{ scene: "cancel" }]);
  expect(askedOf("/v1/cancel").at(-1)).toMatchObject({
    password: "Passw0rd!x",
    code: "654321",
    confirm: "1",
    mfaCode: "123456",
  });
  expect(sessionToken()).toBe("");
});

test("a wrong password is reported at its field, and the session stays", async () => {
  const token = "y".repeat(43);
  openSession(token, testUser());
  onTestFinished(closeSession);
  const wrong = new Refused(401, "The password is incorrect, please re-enter", {
    reason: "wrongPassword",
    field: "password",
  });
  await show({ "/v1/cancel": () => wrong });
  await toProof();
  for (const [label, value] of proofs) type(label, value);
  submit();
  const answer = await screen.findByText("The password is incorrect, please re-enter");
  const field = screen.getByLabelText("Your password");
  expect(field.hasAttribute("data-invalid")).toBe(true);
  expect(answer.closest(".mantine-InputWrapper-root")?.contains(field)).toBe(true);
  expect(screen.queryByText(/^Your account is closed/)).toBeNull();
  expect(sessionToken()).toBe(token);
});

test("an account without a password has to set one first", async () => {
  await show({}, false);
  await screen.findByText(/Closing needs your password/);
  expect(screen.queryByRole("button", { name: "Close the account…" })).toBeNull();
});
