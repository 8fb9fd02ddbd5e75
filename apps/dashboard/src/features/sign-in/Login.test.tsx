import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepNext } from "../../lib/next-path.ts";
import { pageNavigation } from "./provider-redirect.ts";
import { closeSession, sessionToken, sessionUser } from "../../lib/session.ts";
import { click, type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { Login } from "./Login.tsx";

const wrong = new Refused(401, "The password is incorrect, please re-enter", {
  reason: "wrongPassword",
  field: "password",
});
const needed = new Refused(460, "Enter the code", { reason: "mfaNeeded" });
const wrongCode = new Refused(461, "The MFA code is wrong", { reason: "mfaWrong" });
const tooMany = (retryAfterSeconds: number) =>
  new Refused(429, "Too many tries", { reason: "tooManyTries", retryAfterSeconds });
const signed = { session: "token-1", user: { email: "a@shop.test" } };
const byMfaCode: Record<string, unknown> = {
  "": needed,
  "123456": signed,
  "ABCD-EFGH": signed,
  "999999": tooMany(75),
};
const google = { clientId: "c", state: "state-1", nonce: "n", url: "https://google.test/auth" };
let options: unknown;
const answers: Answers = {
  "/v1/signin": ({ email, password, mfaCode = "" }) => {
    if (email === "blocked@shop.test") return tooMany(3);
    if (password !== "Right1234") return wrong;
    return email === "mfa@shop.test" ? (byMfaCode[mfaCode] ?? wrongCode) : signed;
  },
  "/v1/loginOptions": () => options,
};
const leave = pageNavigation.go;
let went: string[] = [];
beforeEach(() => {
  closeSession();
  sessionStorage.clear();
  options = { google: null, github: null, linkedin: null };
  went = [];
  pageNavigation.go = (url) => void went.push(url);
});
afterEach(() => {
  pageNavigation.go = leave;
});
async function show() {
  return showScreen({ screen: Login, area: "login", path: "/index/login", answers });
}
const email = () => screen.getByLabelText<HTMLInputElement>("E-mail");
const password = () => screen.getByLabelText<HTMLInputElement>("Password");
const agree = () => screen.getByRole<HTMLInputElement>("checkbox");
/** Long enough for a call to be sent and answered. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 60));
/** jsdom does not submit a form on Enter, so this does. */
const enter = () => fireEvent.submit(password().closest("form") as HTMLFormElement);
function fill(address: string, secret = "Right1234") {
  type(email(), address);
  type(password(), secret);
  fireEvent.click(agree());
  enter();
}

test("missing input is reported at each field, the first gets the focus, nothing is sent", async () => {
  const { askedOf } = await show();
  enter();
  await screen.findByText("Enter the correct email");
  expect(screen.getByText("Enter your password")).toBeTruthy();
  expect(screen.getByText(/Please agree to the terms/)).toBeTruthy();
  expect(email().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(email());
  type(email(), "someone@");
  enter();
  await screen.findByText("Enter the correct email");
  type(email(), "someone@shop.test");
  enter();
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect(screen.queryByText("Enter the correct email")).toBeNull();
  expect(askedOf("/v1/signin")).toEqual([]);
});

test("the form is sent with the consent, the session is stored and the home screen opens", async () => {
  const { askedOf, router } = await show();
  fill("a@shop.test");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cli/home"));
  expect(askedOf("/v1/signin")).toEqual([
    { email: "a@shop.test", password: "Right1234", agree: "1", lang: "en", session: "" },
  ]);
  expect(sessionToken()).toBe("token-1");
  expect(sessionUser()?.email).toBe("a@shop.test");
});

test("a wrong password shows the API's message until the user types again", async () => {
  const { router } = await show();
  fill("a@shop.test", "Wrong1234");
  await screen.findByText("The password is incorrect, please re-enter");
  expect(document.activeElement).toBe(password());
  expect(sessionToken()).toBe("");
  expect(router.state.location.pathname).toBe("/index/login");
  type(password(), "Right1234");
  expect(screen.queryByText("The password is incorrect, please re-enter")).toBeNull();
});

test("spaces pasted around the password are removed", async () => {
  const { askedOf, router } = await show();
  fill(" a@shop.test ", " Right1234 ");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cli/home"));
  expect(askedOf("/v1/signin").map((asked) => asked["password"])).toEqual(["Right1234"]);
});

test("too many tries: the wait is counted down, then signing in is possible again", async () => {
  await show();
  fill("blocked@shop.test");
  await screen.findByText("Too many tries. You can try again in 0:03.");
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" });
  expect(button().disabled).toBe(true);
  await screen.findByText("Too many tries. You can try again in 0:02.");
  await waitFor(() => expect(button().disabled).toBe(false));
  expect(screen.queryByText(/Too many tries/)).toBeNull();
});

test("password managers recognise the fields, and the terms open without losing the form", async () => {
  await show();
  expect(email().autocomplete).toBe("username");
  expect(password().autocomplete).toBe("current-password");
  const terms = screen.getByRole("link", { name: "terms of service" });
  const policy = screen.getByRole("link", { name: "privacy policy" });
  expect([terms, policy].map((link) => link.getAttribute("href"))).toEqual(["/terms", "/policy"]);
  expect(terms.getAttribute("target")).toBe("_blank");
});

test("the link for a forgotten password passes the e-mail on", async () => {
  const { router } = await show();
  type(email(), "a@shop.test");
  fireEvent.click(screen.getByRole("link", { name: "Forgot your password?" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/index/forgot"));
  expect(router.state.location.state).toEqual({ email: "a@shop.test" });
});

const code = () => screen.findByLabelText<HTMLInputElement>("Authentication code");

test("with MFA bound (460) six digits are submitted automatically and open the requested screen", async () => {
  keepNext("/cli/white-manage?page=2");
  const { askedOf, router } = await show();
  fill("mfa@shop.test");
  const field = await code();
  expect(document.activeElement).toBe(field);
  expect([field.autocomplete, field.inputMode]).toEqual(["one-time-code", "numeric"]);
  type(field, "123 45");
  expect(field.value).toBe("12345");
  expect(askedOf("/v1/signin")).toHaveLength(1);
  // Pasted, with the separators of an authenticator app.
  type(field, " 123-456 ");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cli/white-manage"));
  expect(router.state.location.search).toBe("?page=2");
  expect(askedOf("/v1/signin").map(({ mfaCode }) => mfaCode)).toEqual([undefined, "123456"]);
  expect(sessionToken()).toBe("token-1");
});

test("a wrong MFA code (461) is reported at the field, which is cleared for the next one", async () => {
  const { askedOf } = await show();
  fill("mfa@shop.test");
  type(await code(), "000000");
  await screen.findByText("The MFA code is wrong");
  const field = await code();
  expect(field.value).toBe("");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
  fireEvent.submit(field.closest("form") as HTMLFormElement);
  await screen.findByText("Please enter a code");
  expect(askedOf("/v1/signin")).toHaveLength(2);
  expect(sessionToken()).toBe("");
});

test("too many MFA codes (429): the wait is counted down and nothing is sent", async () => {
  const { askedOf } = await show();
  fill("mfa@shop.test");
  type(await code(), "999999");
  await screen.findByText("Too many tries. You can try again in 1:15.");
  await screen.findByText("Too many tries. You can try again in 1:14.");
  type(await code(), "123456");
  await soon();
  expect(askedOf("/v1/signin")).toHaveLength(2);
});

test("a recovery code works in place of the app's, and help is shown for a lost device", async () => {
  const { askedOf, router } = await show();
  fill("mfa@shop.test");
  await code();
  expect(screen.getByText(/write to support from your account's e-mail/)).toBeTruthy();
  click("Use a recovery code instead");
  const field = screen.getByLabelText<HTMLInputElement>("Recovery code");
  expect([field.autocomplete, document.activeElement === field]).toEqual(["off", true]);
  type(field, "ABCD-EFGH");
  expect(askedOf("/v1/signin")).toHaveLength(1);
  fireEvent.submit(field.closest("form") as HTMLFormElement);
  await waitFor(() => expect(router.state.location.pathname).toBe("/cli/home"));
  expect(askedOf("/v1/signin")[1]?.["mfaCode"]).toBe("ABCD-EFGH");
});

test("going back from the MFA code keeps the e-mail", async () => {
  await show();
  fill("mfa@shop.test");
  await code();
  click("Back");
  expect(email().value).toBe("mfa@shop.test");
});

test("Google is offered if it is set up, requires the consent first and uses a fresh URL", async () => {
  options = { google, github: null, linkedin: null };
  const { askedOf } = await show();
  const button = await screen.findByRole("button", { name: "Continue with Google" });
  fireEvent.click(button);
  await screen.findByText(/Please agree to the terms/);
  await soon();
  expect([went, askedOf("/v1/loginOptions").length]).toEqual([[], 1]);
  fireEvent.click(agree());
  options = { google: { ...google, state: "state-2", url: "https://google.test/2" } };
  fireEvent.click(button);
  await waitFor(() => expect(went).toEqual(["https://google.test/2"]));
  const kept = JSON.parse(sessionStorage.getItem("app.trip") ?? "null") as object;
  expect(kept).toMatchObject({ provider: "google", purpose: "signIn", state: "state-2" });
});

test("providers that are not set up are not offered; LinkedIn works without Google", async () => {
  options = { google: null, github: null, linkedin: { ...google, url: "https://linkedin.test" } };
  await show();
  const button = await screen.findByRole("button", { name: "Continue with LinkedIn" });
  expect(screen.queryByRole("button", { name: /Google|GitHub/ })).toBeNull();
  fireEvent.click(agree());
  fireEvent.click(button);
  await waitFor(() => expect(went).toEqual(["https://linkedin.test"]));
});

test("no provider is offered if none is set up", async () => {
  options = { google: null, github: null, linkedin: null };
  const { askedOf } = await show();
  await waitFor(() => expect(askedOf("/v1/loginOptions")).toHaveLength(1));
  await soon();
  expect(screen.queryByRole("button", { name: /Google|GitHub|LinkedIn/ })).toBeNull();
  expect(screen.queryByText("or")).toBeNull();
});
