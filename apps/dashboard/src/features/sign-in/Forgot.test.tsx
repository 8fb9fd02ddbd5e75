import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { User } from "@turnpike/contract/session.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSession, openSession, sessionToken } from "../../lib/session.ts";
import { click, press, type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { Forgot } from "./Forgot.tsx";

const wrongCode = new Refused(401, "The code is incorrect", { reason: "wrongCode", field: "code" });
const gone = (reason: string, msg: string) => new Refused(410, msg, { reason, field: "code" });
const byCode: Record<string, unknown> = {
  "111111": gone("codeExpired", "This code has expired"),
  "222222": gone("codeUsedUp", "This code cannot be used any more"),
};
let mail: unknown;
const answers: Answers = {
  "/v1/mailCode": () => mail,
  "/v1/repwd": ({ email, code = "", password, mfaCode }) => {
    if (byCode[code]) return byCode[code];
    if (code !== "123456") return wrongCode;
    if (password === "Common-1")
      return new Refused(400, "Too common", { reason: "commonPassword", field: "password" });
    if (email === "mfa@shop.test" && mfaCode !== "654321")
      return mfaCode
        ? new Refused(461, "The MFA code is wrong", { reason: "mfaWrong" })
        : new Refused(460, "Enter the code", { reason: "mfaNeeded" });
    return {};
  },
  "/v1/member": ({ session }) =>
    session === "dead" ? new Refused(300, "Ended", { reason: "sessionInvalid" }) : {},
};
// Countdowns stand still, however long a busy machine takes.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  closeSession();
  mail = { retryAfterSeconds: 60 };
});
afterEach(() => {
  vi.useRealTimers();
});
async function show() {
  const area = ["forgot", "login"];
  return showScreen({ screen: Forgot, area, path: "/index/forgot", answers });
}
/** jsdom does not submit a form on Enter, so this does: unless its button is disabled, as browsers. */
function enter() {
  const form = document.querySelector("form") as HTMLFormElement;
  if (!form.querySelector('[type="submit"][disabled]')) fireEvent.submit(form);
}
const address = () => screen.findByLabelText<HTMLInputElement>("E-mail or secure e-mail");
const code = () => screen.findByLabelText<HTMLInputElement>("Code from the e-mail");
const password = () => screen.findByLabelText<HTMLInputElement>("New password");

async function toCode(email = "a@shop.test") {
  type(await address(), email);
  enter();
  return code();
}
async function toPassword(digits: string, email?: string) {
  type(await toCode(email), digits);
  return password();
}

test("e-mail, code, new password: each step focuses its field, and the last one links to sign-in", async () => {
  const { askedOf, router } = await show();
  const field = await toCode();
  screen.getByText(/If an account has the address a@shop.test, we have sent a code to it/);
  expect(document.activeElement).toBe(field);
  expect([field.autocomplete, field.inputMode]).toEqual(["one-time-code", "numeric"]);
  type(field, "123 456");
  const fresh = await password();
  expect([document.activeElement, fresh.autocomplete]).toEqual([fresh, "new-password"]);
  type(fresh, "Tollgate-29!");
  enter();
  const continueLink = await screen.findByRole("link", { name: "Sign in" });
  expect(document.activeElement).toBe(continueLink);
  expect(askedOf("/v1/mailCode")).toEqual([
    { scene: "forgot", email: "a@shop.test", lang: "en", session: "" },
  ]);
  expect(askedOf("/v1/repwd")).toEqual([
    { email: "a@shop.test", code: "123456", password: "Tollgate-29!", lang: "en", session: "" },
  ]);
  fireEvent.click(continueLink);
  await waitFor(() => expect(router.state.location.pathname).toBe("/index/login"));
  expect(router.state.location.state).toEqual({ email: "a@shop.test" });
});

test("an invalid e-mail address is reported at the field and nothing is sent", async () => {
  const { askedOf } = await show();
  type(await address(), "someone@");
  enter();
  await screen.findByText("Enter the correct email");
  expect(document.activeElement).toBe(await address());
  expect(askedOf("/v1/mailCode")).toEqual([]);
});

test("the settings' password rule is ticked off while typing (spec/sign-in#credentials) and enforced", async () => {
  const { askedOf } = await show();
  const field = await toPassword("123456");
  const met = () =>
    screen.getAllByRole("listitem").filter((item) => item.hasAttribute("data-met")).length;
  expect(met()).toBe(0);
  type(field, "Toll");
  expect(met()).toBe(2);
  enter();
  await screen.findByText("The password does not meet every point below");
  expect(document.activeElement).toBe(field);
  type(field, "Tollgate-29!");
  expect(met()).toBe(5);
  expect(askedOf("/v1/repwd")).toEqual([]);
  type(field, "Common-1");
  enter();
  await screen.findByText("Too common");
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test("a wrong code leads back to its step, and the typed password is kept", async () => {
  await show();
  type(await toPassword("000000"), "Tollgate-29!");
  enter();
  await screen.findByText("The code is incorrect");
  const field = await code();
  expect([field.value, document.activeElement]).toEqual(["", field]);
  type(field, "123456");
  expect((await password()).value).toBe("Tollgate-29!");
  enter();
  await screen.findByText("Your password is changed");
});

test.each([
  ["111111", "This code has expired"],
  ["222222", "This code cannot be used any more"],
])("410 leads back to requesting a new code: %s", async (digits, msg) => {
  await show();
  type(await toPassword(digits), "Tollgate-29!");
  enter();
  expect((await screen.findByRole("alert")).textContent).toBe(msg);
  expect((await address()).value).toBe("a@shop.test");
});

test("a new code can be requested after the wait that the API returns, shown as a countdown", async () => {
  mail = { retryAfterSeconds: 2 };
  const { askedOf } = await show();
  await toCode();
  const again = screen.getByRole("button", { name: "New code in 0:02" });
  fireEvent.click(again);
  expect(askedOf("/v1/mailCode")).toHaveLength(1);
  vi.setSystemTime(Date.now() + 2_000);
  await press("Send a new code");
  await screen.findByText(/A new code is on its way/);
  expect(askedOf("/v1/mailCode")).toHaveLength(2);
  await screen.findByRole("button", { name: /^New code in/ });
});

test("a code sent a moment ago can be used; a longer wait is shown", async () => {
  const { askedOf } = await show();
  mail = new Refused(429, "Too many", { reason: "tooManyTries", retryAfterSeconds: 42 });
  await toCode();
  screen.getByText(/A code was sent a moment ago/);
  screen.getByRole("button", { name: "New code in 0:42" });
  click("Use another address");
  mail = new Refused(429, "Too many", { reason: "tooManyTries", retryAfterSeconds: 1800 });
  type(await address(), "b@shop.test");
  enter();
  await screen.findByText("Too many tries. You can try again in 30:00.");
  enter();
  await act(async () => {});
  expect(askedOf("/v1/mailCode")).toHaveLength(2);
});

test("an invalid second e-mail address is reported even while the first one's code is pending", async () => {
  const { askedOf } = await show();
  await toCode();
  click("Use another address");
  type(await address(), "b@");
  enter();
  await screen.findByText("Enter the correct email");
  expect(screen.getByRole("button", { name: "Send the code" }).hasAttribute("disabled")).toBe(
    false,
  );
  type(await address(), "b@shop.test");
  enter();
  await code();
  expect(askedOf("/v1/mailCode").map(({ email }) => email)).toEqual(["a@shop.test", "b@shop.test"]);
});

test("with MFA bound the MFA code is requested, and a wrong one is reported at the field", async () => {
  const { askedOf } = await show();
  type(await toPassword("123456", "mfa@shop.test"), "Tollgate-29!");
  enter();
  type(await screen.findByLabelText("Authentication code"), "000000");
  await screen.findByText("The MFA code is wrong");
  type(await screen.findByLabelText("Authentication code"), "654321");
  await screen.findByText("Your password is changed");
  expect(askedOf("/v1/repwd").map(({ mfaCode }) => mfaCode)).toEqual([
    undefined,
    "000000",
    "654321",
  ]);
});

test("an account without a password has its e-mail prefilled, and its session ends with the change", async () => {
  openSession("dead", { email: "google@shop.test" } as User);
  await show();
  expect((await address()).value).toBe("google@shop.test");
  type(await toPassword("123456", "google@shop.test"), "Tollgate-29!");
  enter();
  await screen.findByText("Your password is changed");
  expect(sessionToken()).toBe("");
});

test("another account's session is kept", async () => {
  openSession("alive", { email: "other@shop.test" } as User);
  await show();
  type(await toPassword("123456"), "Tollgate-29!");
  enter();
  await screen.findByText("Your password is changed");
  expect(sessionToken()).toBe("alive");
});
