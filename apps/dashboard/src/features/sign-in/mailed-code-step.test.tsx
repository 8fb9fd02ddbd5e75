import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { closeSession } from "../../lib/session.ts";
import { click, type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { Login } from "./Login.tsx";

const signed = { session: "token-1", user: { email: "tried@shop.test" } };
const needed = new Refused(460, "Enter the code", { reason: "mfaNeeded" });
const byMail = new Refused(429, "Too many tries", {
  reason: "tooManyTries",
  retryAfterSeconds: 1800,
  mailCode: true,
});
const wrongOne = new Refused(401, "The password or the code is incorrect", {
  reason: "wrongPasswordOrCode",
  field: "code",
});
/** An e-mail with too many failed attempts by others. */
const tried = (password: string, code: string, mfaCode: string) => {
  if (code === "") return byMail;
  if (code === "999999") return new Refused(410, "The code was used up", { reason: "codeUsedUp" });
  if (password !== "Right1234" || code !== "123456") return wrongOne;
  return mfaCode === "654321" ? signed : needed;
};
const none = { google: null, github: null, linkedin: null };
const answers: Answers = {
  "/v1/mailCode": () => ({ retryAfterSeconds: 60 }),
  "/v1/signin": ({ email, password = "", code = "", mfaCode = "" }) =>
    email === "tried@shop.test" ? tried(password, code, mfaCode) : signed,
  "/v1/loginOptions": () => none,
};
beforeEach(() => closeSession());
async function show() {
  return showScreen({ screen: Login, area: "login", path: "/index/login", answers });
}
const password = () => screen.getByLabelText("Password");
/** jsdom does not submit a form on Enter, so this does. */
const enter = () => fireEvent.submit(password().closest("form") as HTMLFormElement);
function fill() {
  type(screen.getByLabelText("E-mail"), "tried@shop.test");
  type(password(), "Right1234");
  fireEvent.click(screen.getByRole("checkbox"));
  enter();
}
const mailedField = () => screen.findByLabelText<HTMLInputElement>("Code from the e-mail");

test("an e-mail with too many failed tries requires a mailed code, then the MFA code", async () => {
  const { askedOf, router } = await show();
  fill();
  const field = await mailedField();
  expect([field.autocomplete, field.inputMode]).toEqual(["one-time-code", "numeric"]);
  expect(screen.queryByText(/You can try again in/)).toBeNull();
  click("Send me a code");
  await screen.findByRole("button", { name: "Send again in 60 s" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(askedOf("/v1/mailCode")).toMatchObject([{ scene: "signin", email: "tried@shop.test" }]);
  type(field, "12 34 56");
  enter();
  type(await screen.findByLabelText("Authentication code"), "654321");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cli/home"));
  const asked = askedOf("/v1/signin").map(({ code: mailed, mfaCode }) => [mailed, mfaCode]);
  expect(asked).toEqual([
    [undefined, undefined],
    ["123456", undefined],
    ["123456", "654321"],
  ]);
});

test("a wrong, used-up or missing mailed code is reported at its field", async () => {
  await show();
  fill();
  await mailedField();
  enter();
  await screen.findByText("Please enter the code from the e-mail");
  for (const [given, words] of [
    ["111111", "The password or the code is incorrect"],
    ["999999", "The code was used up"],
  ] as const) {
    type(await mailedField(), given);
    enter();
    await screen.findByText(words);
    await waitFor(async () => expect(document.activeElement).toBe(await mailedField()));
    expect((await mailedField()).value).toBe("");
  }
  // Another e-mail needs no code.
  type(screen.getByLabelText("E-mail"), "a@shop.test");
  expect(screen.queryByLabelText("Code from the e-mail")).toBeNull();
});
