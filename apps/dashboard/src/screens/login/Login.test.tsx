import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeSession, sessionToken, sessionUser } from "../../lib/session.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { Login } from "./Login.tsx";

const wrong = new Refused(401, "The password is incorrect, please re-enter", {
  reason: "wrongPassword",
  field: "password",
});
const answers: Answers = {
  "/v1/signin": ({ password }) =>
    password === "Right1234" ? { session: "token-1", user: { email: "a@shop.test" } } : wrong,
};
let shown: Awaited<ReturnType<typeof showScreen>> | undefined;
beforeEach(closeSession);
afterEach(() => shown?.end());
async function show() {
  shown = await showScreen({ screen: Login, area: "login", path: "/index/login", answers });
  return shown;
}
const email = () => screen.getByLabelText<HTMLInputElement>("E-mail");
const password = () => screen.getByLabelText<HTMLInputElement>("Password");
const agree = () => screen.getByRole<HTMLInputElement>("checkbox");
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** jsdom's Enter submits no form: this is what a browser does on it. */
const enter = () => fireEvent.submit(password().closest("form") as HTMLFormElement);

test("what is missing is said beside its field, the first gets the focus, nothing is sent", async () => {
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

test("the form goes out with the consent, the session is kept and home follows", async () => {
  const { askedOf, router } = await show();
  type(email(), "a@shop.test");
  type(password(), "Right1234");
  fireEvent.click(agree());
  enter();
  await waitFor(() => expect(router.state.location.pathname).toBe("/cli/home"));
  expect(askedOf("/v1/signin")).toEqual([
    { email: "a@shop.test", password: "Right1234", agree: "1", lang: "en", session: "" },
  ]);
  expect(sessionToken()).toBe("token-1");
  expect(sessionUser()?.email).toBe("a@shop.test");
});

test("a wrong password is said in the API's words, and one can type at once again", async () => {
  const { router } = await show();
  type(email(), "a@shop.test");
  type(password(), "Wrong1234");
  fireEvent.click(agree());
  enter();
  await screen.findByText("The password is incorrect, please re-enter");
  expect(document.activeElement).toBe(password());
  expect(sessionToken()).toBe("");
  expect(router.state.location.pathname).toBe("/index/login");
  type(password(), "Right1234");
  expect(screen.queryByText("The password is incorrect, please re-enter")).toBeNull();
});

test("password managers find the fields, and both texts open without losing the form", async () => {
  await show();
  expect(email().autocomplete).toBe("username");
  expect(password().autocomplete).toBe("current-password");
  const terms = screen.getByRole("link", { name: "terms of service" });
  const policy = screen.getByRole("link", { name: "privacy policy" });
  expect([terms, policy].map((link) => link.getAttribute("href"))).toEqual(["/terms", "/policy"]);
  expect(terms.getAttribute("target")).toBe("_blank");
});
