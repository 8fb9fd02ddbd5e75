import { fireEvent, screen, waitFor } from "@testing-library/react";
import { isRegistrationPassword } from "@turnpike/rules/credentials.ts";
import { inviteCodeLength } from "@turnpike/rules/invite-code.ts";
import { beforeEach, expect, test } from "vitest";
import { pageNavigation } from "./provider-redirect.ts";
import { closeSession, sessionToken } from "../../lib/session.ts";
import { field, type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { ruleParts } from "./PasswordRule.tsx";
import { Register } from "./Register.tsx";

const refused = (reason: string, field: string, msg: string) =>
  new Refused(409, msg, { reason, field });
const google = { clientId: "c", state: "state-1", nonce: "n", url: "https://google.test/auth" };
const answers: Answers = {
  "/v1/signup": ({ email, inviteCode }) => {
    if (email === "taken@shop.test") return refused("emailTaken", "email", "Already registered");
    if (inviteCode === "nosuch1") return refused("unknownInviteCode", "inviteCode", "No such code");
    return { session: "token-2", user: { email } };
  },
  "/v1/loginOptions": () => ({ google, github: null, linkedin: null }),
};
beforeEach(() => {
  closeSession();
  localStorage.clear();
});
async function show(path = "/index/register") {
  return showScreen({ screen: Register, area: ["register", "login"], path, answers });
}
const code = () => field("Invitation code (optional)");
/** jsdom does not submit a form on Enter, so this does. */
const enter = () => fireEvent.submit(field("Password").closest("form") as HTMLFormElement);
function fill(email: string) {
  type(field("E-mail"), email);
  type(field("Password"), "Tollgate29");
  fireEvent.click(screen.getByRole("checkbox"));
}
const metRules = () =>
  screen
    .getAllByRole("listitem")
    .filter((item) => item.hasAttribute("data-met"))
    .map((item) => item.textContent);

test("an invitation code pasted with spaces around it is not truncated", async () => {
  await show();
  expect(code().maxLength).toBeGreaterThan(inviteCodeLength.most + 4);
});

test("missing input is reported at each field, the first gets the focus, nothing is sent", async () => {
  const { askedOf } = await show();
  enter();
  await screen.findByText("Enter the correct email");
  expect(screen.getByText("Enter your password")).toBeTruthy();
  expect(screen.getByText(/Please agree to the terms/)).toBeTruthy();
  expect(document.activeElement).toBe(field("E-mail"));
  fill("new@shop.test");
  type(field("Password"), "1Tollgate");
  enter();
  await screen.findByText(/^Start with a letter and use 8-20/);
  expect(document.activeElement).toBe(field("Password"));
  expect(askedOf("/v1/signup")).toEqual([]);
});

test("the password rule is ticked off and the strength is shown while typing", async () => {
  await show();
  expect(metRules()).toEqual([]);
  type(field("Password"), "7 gate");
  expect(metRules()).toEqual([]);
  type(field("Password"), "gate");
  expect(metRules()).toHaveLength(2);
  screen.getByText("Easy to guess");
  type(field("Password"), "Tollgate-raised-29!");
  expect(metRules()).toHaveLength(3);
  screen.getByText("Hard to guess");
});

test.each([
  "",
  "Tollgate29",
  "a2345678",
  "a234567",
  `a${"2".repeat(20)}`,
  "7ollgate",
  "Toll gate29",
  "Tollgäte29",
])("the ticks together match the API's rule: %j", (password) => {
  const all = Object.values(ruleParts).every((holds) => holds(password));
  expect(all).toBe(isRegistrationPassword(password));
});

test("the form is sent with the share link's code, the session is stored and the home screen opens", async () => {
  const { askedOf, router } = await show("/index/register?code=friend77");
  expect(code().value).toBe("friend77");
  fill("new@shop.test");
  enter();
  await waitFor(() => expect(router.state.location.pathname).toBe("/cli/home"));
  expect(askedOf("/v1/signup")).toEqual([
    {
      email: "new@shop.test",
      password: "Tollgate29",
      inviteCode: "friend77",
      agree: "1",
      lang: "en",
      session: "",
    },
  ]);
  expect(sessionToken()).toBe("token-2");
});

test("without an invitation code none is sent; a taken e-mail is reported at its field", async () => {
  const { askedOf } = await show();
  fill("taken@shop.test");
  enter();
  await screen.findByText(/Already registered/);
  expect(document.activeElement).toBe(field("E-mail"));
  expect(askedOf("/v1/signup")[0]).not.toHaveProperty("inviteCode");
  expect(sessionToken()).toBe("");
});

test("a taken e-mail offers sign-in and password reset until another one is typed", async () => {
  const { router } = await show();
  fill("taken@shop.test");
  enter();
  await screen.findByText(/Already registered/);
  const forgot = screen.getByRole("link", { name: "Reset the password" });
  expect(screen.getAllByRole("link", { name: "Sign in" })).toHaveLength(2);
  type(field("E-mail"), "other@shop.test");
  expect(screen.queryByRole("link", { name: "Reset the password" })).toBeNull();
  type(field("E-mail"), "taken@shop.test");
  enter();
  await screen.findByText(/Already registered/);
  expect(forgot.isConnected).toBe(false);
  fireEvent.click(screen.getByRole("link", { name: "Reset the password" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/index/forgot"));
  expect(router.state.location.state).toEqual({ email: "taken@shop.test" });
});

test("a share link's code is prefilled and kept until an account is created with it", async () => {
  const first = await show("/index/register?code=friend77");
  screen.getByText("From your invitation link");
  type(code(), "other88");
  expect(screen.queryByText("From your invitation link")).toBeNull();
  await first.end();
  const again = await show("/index/register");
  expect(code().value).toBe("friend77");
  fill("new@shop.test");
  enter();
  await waitFor(() => expect(again.router.state.location.pathname).toBe("/cli/home"));
  await again.end();
  // An account was made with the code, so it is not kept for the next one.
  await show("/index/register");
  expect(code().value).toBe("");
});

test("Google sign-in passes the invitation code on, once the consent is given", async () => {
  const went: string[] = [];
  const leave = pageNavigation.go;
  pageNavigation.go = (url) => void went.push(url);
  await show("/index/register?code=friend77");
  const button = await screen.findByRole("button", { name: "Continue with Google" });
  fireEvent.click(button);
  await screen.findByText(/Please agree to the terms/);
  expect(document.activeElement).toBe(screen.getByRole("checkbox"));
  fireEvent.click(screen.getByRole("checkbox"));
  fireEvent.click(button);
  await waitFor(() => expect(went).toEqual(["https://google.test/auth"]));
  pageNavigation.go = leave;
  const kept = JSON.parse(sessionStorage.getItem("app.trip") ?? "null") as object;
  expect(kept).toMatchObject({ provider: "google", purpose: "signIn", inviteCode: "friend77" });
});

test("an unknown invitation code is reported at its field", async () => {
  await show();
  fill("new@shop.test");
  type(code(), "nosuch1");
  enter();
  await screen.findByText("No such code");
  expect(document.activeElement).toBe(code());
});
