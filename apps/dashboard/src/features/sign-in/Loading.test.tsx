// @vitest-environment-options { "url": "http://localhost:3000/index/loading" }
import { screen, waitFor } from "@testing-library/react";
import type { User } from "@turnpike/contract/session.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { stripLanding } from "./landing.ts";
import { keepNext } from "../../lib/next-path.ts";
import { closeSession, openSession, sessionToken, sessionUser } from "../../lib/session.ts";
import { click, getHref, press, type } from "../../testing/person.ts";
import { type Answers, NoAnswer, Refused, showScreen } from "../../testing/screen.tsx";
import { Loading } from "./Loading.tsx";

const ada = { email: "ada@shop.test" } as User;
const entered = { session: "token-2", user: { email: "ben@shop.test" }, created: false };
const needed = (proof?: string) => new Refused(460, "Enter it", { reason: "mfaNeeded", proof });
const wrong = new Refused(461, "The MFA code is wrong", { reason: "mfaWrong" });
const refused = (code: number, reason: string, msg: string) => new Refused(code, msg, { reason });

let said: Answers = {};
const answers: Answers = {
  "/v1/webauto": (fields) => said["/v1/webauto"]?.(fields),
  "/v1/gLogin": (fields) => said["/v1/gLogin"]?.(fields),
  "/v1/gBind": (fields) => said["/v1/gBind"]?.(fields),
};
let shown: Awaited<ReturnType<typeof showScreen>> | undefined;
beforeEach(() => {
  closeSession();
  sessionStorage.clear();
  said = {};
});

/** Opens the page at its URL, like a browser that arrives from elsewhere. */
async function land(given: string) {
  history.replaceState(null, "", `/index/loading${given}`);
  stripLanding();
  // The parameters are removed from the URL.
  expect(location.href).toBe("http://localhost:3000/index/loading");
  const area = ["loading", "login"];
  shown = await showScreen({ screen: Loading, area, path: "/index/loading", answers });
  return shown;
}
function begun(redirect: object) {
  const kept = { provider: "google", purpose: "signIn", state: "state-1", from: "/index/login" };
  sessionStorage.setItem("app.trip", JSON.stringify({ ...kept, ...redirect }));
}
const at = (path: string) =>
  waitFor(() => {
    const { pathname, search } = shown?.router.state.location ?? {};
    expect(`${pathname}${search}`).toBe(path);
  });

describe("a ticket of /v1/webauto", () => {
  test.each(["#ticket=ticket-1", "?ticket=ticket-1"])(
    "signs in and opens the home screen: %s",
    async (given) => {
      said = { "/v1/webauto": () => entered };
      const { askedOf } = await land(given);
      await at("/cli/home");
      expect(askedOf("/v1/webauto")).toEqual([{ ticket: "ticket-1", lang: "en", session: "" }]);
      expect([sessionToken(), sessionUser()?.email]).toEqual(["token-2", "ben@shop.test"]);
      await screen.findByText("You are now signed in as ben@shop.test");
    },
  );

  test("asks before it replaces the session of another account", async () => {
    openSession("token-1", ada);
    said = { "/v1/webauto": () => entered };
    const { askedOf } = await land("#ticket=ticket-1");
    await screen.findByRole("heading", { name: "Sign in to another account?" });
    // With a session, the same call would create a ticket.
    expect(askedOf("/v1/webauto")[0]?.["session"]).toBe("");
    expect(sessionToken()).toBe("token-1");
    const stay = screen.getByRole("button", { name: "Stay signed in as ada@shop.test" });
    expect(document.activeElement).toBe(stay);
    click("Sign in as ben@shop.test");
    await at("/cli/home");
    expect(sessionToken()).toBe("token-2");
  });

  test("keeps the current session and ends the new one if the user chooses to stay", async () => {
    openSession("token-1", ada);
    said = { "/v1/webauto": () => entered, "/v1/signout": () => ({}) };
    const { askedOf } = await land("#ticket=ticket-1");
    await press("Stay signed in as ada@shop.test");
    await at("/cli/user");
    expect(sessionToken()).toBe("token-1");
    await waitFor(() => expect(askedOf("/v1/signout")[0]?.["session"]).toBe("token-2"));
  });

  test("that has expired shows a message and keeps the current session", async () => {
    said = { "/v1/webauto": () => refused(410, "ticketExpired", "This link has expired") };
    openSession("token-1", ada);
    await land("#ticket=ticket-1");
    await screen.findByRole("heading", { name: "You could not be signed in" });
    expect(screen.getByRole("status").textContent).toContain("This link has expired");
    const home = screen.getByRole("link", { name: "Go to home" });
    expect([home.getAttribute("href"), document.activeElement]).toEqual(["/cli/user", home]);
    expect(sessionToken()).toBe("token-1");
  });

  test("can be sent again if the server does not respond", async () => {
    said = { "/v1/webauto": () => new NoAnswer() };
    const { askedOf } = await land("#ticket=ticket-1");
    await screen.findByText("The server did not answer. Check your connection and try again.");
    said = { "/v1/webauto": () => entered };
    click("Try again");
    await at("/cli/home");
    expect(askedOf("/v1/webauto").map(({ ticket }) => ticket)).toEqual(["ticket-1", "ticket-1"]);
  });
});

describe("a redirect back from a provider", () => {
  test("that was started here signs in with its code and opens the requested screen", async () => {
    keepNext("/cli/live");
    begun({ inviteCode: "friend77" });
    said = { "/v1/gLogin": () => entered };
    const { askedOf } = await land("?code=code-1&state=state-1");
    await at("/cli/live");
    expect(askedOf("/v1/gLogin")).toEqual([
      {
        code: "code-1",
        state: "state-1",
        inviteCode: "friend77",
        agree: "1",
        lang: "en",
        session: "",
      },
    ]);
    expect(sessionToken()).toBe("token-2");
  });

  test.each([
    ["nothing was begun", null, "?code=code-1&state=state-1"],
    ["another state was begun", { state: "state-9" }, "?code=code-1&state=state-1"],
    ["it bears no state", {}, "?code=code-1"],
    ["it bears neither code nor error", {}, "?state=state-1"],
    ["it is an error with a foreign state", {}, "?error=access_denied&state=x"],
  ])("is refused if %s", async (_, redirect, given) => {
    if (redirect) begun(redirect);
    const { askedOf } = await land(given);
    await screen.findByRole("heading", { name: "This sign-in was not started here" });
    expect([askedOf("/v1/gLogin"), askedOf("/v1/gBind")]).toEqual([[], []]);
    // The stored redirect is good for one return.
    expect(sessionStorage.getItem("app.trip")).toBeNull();
  });

  test("asks for the MFA code at 460 and then sends the proof instead of the authorization code", async () => {
    begun({});
    said = {
      "/v1/gLogin": ({ mfaCode }) => {
        if (!mfaCode) return needed("proof-1");
        return mfaCode === "123456" ? entered : wrong;
      },
    };
    const { askedOf } = await land("?code=code-1&state=state-1");
    const field = await screen.findByLabelText<HTMLInputElement>("Authentication code");
    expect(document.activeElement).toBe(field);
    type(field, "000000");
    await screen.findByText("The MFA code is wrong");
    type(field, "123456");
    await at("/cli/home");
    const [, ...later] = askedOf("/v1/gLogin");
    const wish = { proof: "proof-1", agree: "1", lang: "en", session: "" };
    expect(later).toEqual([
      { ...wish, mfaCode: "000000" },
      { ...wish, mfaCode: "123456" },
    ]);
  });

  test("with an unknown invitation code can continue without it", async () => {
    begun({ inviteCode: "nosuch1" });
    said = {
      "/v1/gLogin": ({ inviteCode }) =>
        inviteCode ? refused(400, "unknownInviteCode", "No such code") : entered,
    };
    await land("?code=code-1&state=state-1");
    await screen.findByRole("heading", { name: "You could not be signed in" });
    click("Continue without an invitation code");
    await at("/cli/home");
  });

  test("that is refused by the API shows the reason and links to the sign-in page", async () => {
    begun({});
    said = { "/v1/gLogin": () => refused(409, "linkBySignIn", "Sign in with your password") };
    await land("?code=code-1&state=state-1");
    await screen.findByText("Sign in with your password");
    expect(getHref("Go to sign-in")).toBe("/index/login");
    expect(sessionToken()).toBe("");
  });

  test.each([
    ["?error=access_denied&state=state-1", /You did not go on with Google. Nothing was changed/],
    ["?error=server_error&state=state-1", /Google reports a problem/],
  ])("without a code leads back to the screen where it started: %s", async (given, words) => {
    begun({ from: "/index/register?code=friend77" });
    await land(given);
    await at("/index/register?code=friend77");
    await screen.findByText(words);
  });
});

describe("a login to be linked", () => {
  test("is linked to the signed-in account; with MFA the same code is sent again with the MFA code", async () => {
    openSession("token-1", ada);
    begun({ provider: "github", purpose: "bind", from: "/cli/setting" });
    said = { "/v1/gBind": ({ mfaCode }) => (mfaCode === "123456" ? { bindings: {} } : needed()) };
    const { askedOf } = await land("?code=code-1&state=state-1");
    type(await screen.findByLabelText("Authentication code"), "123456");
    await at("/cli/setting?tab=security");
    await screen.findByText("GitHub is linked to your account now");
    const wish = { provider: "github", code: "code-1", state: "state-1", lang: "en" };
    expect(askedOf("/v1/gBind")).toEqual([
      { ...wish, session: "token-1" },
      { ...wish, session: "token-1", mfaCode: "123456" },
    ]);
    expect(sessionToken()).toBe("token-1");
  });

  test("that belongs to another account shows an error and links back to the settings", async () => {
    openSession("token-1", ada);
    begun({ provider: "linkedin", purpose: "bind", from: "/cli/setting" });
    said = { "/v1/gBind": () => refused(409, "identityTaken", "Linked to another account") };
    await land("?code=code-1&state=state-1");
    await screen.findByRole("heading", { name: "LinkedIn could not be linked" });
    expect(getHref("Back to the settings")).toBe("/cli/setting?tab=security");
  });
});

describe("neither a ticket nor a redirect", () => {
  test("opens the home screen, whose guard decides whether to sign in first", async () => {
    await land("");
    await at("/cli/home");
  });

  test("remains after the first use, because the URL and its parameters are cleared", async () => {
    said = { "/v1/webauto": () => entered };
    const first = await land("#ticket=ticket-1");
    await at("/cli/home");
    await first.end();
    const area = ["loading", "login"];
    shown = await showScreen({ screen: Loading, area, path: "/index/loading", answers });
    await at("/cli/home");
    const { askedOf } = shown;
    expect(askedOf("/v1/webauto")).toEqual([]);
  });
});
