import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, test } from "vitest";
import { bindMfaOf, mailsTo } from "../../identity/mfa/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { operate, operateJson } from "./testing.ts";

const shop = forTests(startShop);
const customer = forTests(() => shop.customer());

/** Runs the command line as an operator does while the product runs. */
const operator = (...args: string[]) => operate(shop.services, "account", "unbind-mfa", ...args);

test("The operator unbinds MFA: all sessions end, it is logged and mailed (spec/operator#accounts)", async () => {
  const { email, password } = customer;
  const { fresh } = await bindMfaOf(shop, customer);
  const signIn = (mfaCode?: string) => shop.ask("signin", { email, password, agree: 1, mfaCode });
  const { session } = (await signIn(await fresh())).data;
  expect((await signIn()).code).toBe(460);

  const unbound = await operator(email.toUpperCase(), "--json");
  expect(unbound).toMatchObject({ code: 0, error: "" });
  expect(JSON.parse(unbound.out)).toEqual({
    id: customer.id,
    email: email.toUpperCase(),
    mfaBound: false,
    ended: 2,
  });
  for (const old of [session, customer.session])
    expect((await shop.ask("member", { session: old })).code).toBe(300);
  const back = await signIn();
  expect(back).toMatchObject({ code: 0, data: { user: { mfaBound: false } } });
  const log = await shop.ask("loginLog", { session: back.data.session });
  expect(log.data.items).toContainEqual(
    expect.objectContaining({ event: "mfaUnbound", agent: "operator", current: false }),
  );
  const subjects = (await mailsTo(shop, email)).map((mail) => mail.subject);
  expect(subjects).toContain("Two-factor authentication is off");
});

test("Unbinding MFA exits with 1 if none is bound or the e-mail is unknown, with 2 without an e-mail", async () => {
  const { email } = await shop.customer();
  const none = await operator(email);
  expect(none).toMatchObject({ code: 1, out: "" });
  expect(none.error).toContain("has no MFA bound");
  expect((await operator("nobody@example.com")).code).toBe(1);
  expect((await operator()).code).toBe(2);
});

test("A disabled account is shown with its reason and cannot sign in", async () => {
  const { email, password } = await shop.customer();
  const why = ["--reason", "charge-back fraud"];
  const done = await operateJson(shop.services, "account", "disable", email, ...why);
  expect(done.said).toMatchObject({ disabledReason: "charge-back fraud" });
  const { said } = await operateJson(shop.services, "account", "show", email);
  expect(said).toMatchObject({ disabledReason: "charge-back fraud", arrears: null });
  const signedIn = await shop.ask("signin", { email, password, agree: 1 });
  expect(signedIn).toMatchObject({ code: 403, refused: { reason: "accountDisabled" } });
  const back = await operateJson(shop.services, "account", "enable", email);
  expect(back.said).toMatchObject({ disabledAt: null, disabledReason: null });
});
