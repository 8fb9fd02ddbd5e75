import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { mailedCode, mailsTo } from "../mfa/testing.ts";
import { startShop } from "../session/testing.ts";

const shop = forTests(startShop);

const typed = "User@München.example";
const shown = "user@münchen.example";
const ascii = "user@xn--mnchen-3ya.example";
const first = "Marzipan7!bridge";
const second = "Nougat8!tunnel";
const enter = (email: string, password: string) =>
  shop.ask("signin", { email, password, agree: 1 });

it("An address in another script is one account in every spelling, shown as typed (spec/sign-in#credentials)", async () => {
  const made = await shop.ask("signup", { email: typed, password: first, agree: 1 });
  expect(made).toMatchObject({ code: 0, data: { user: { email: shown } } });
  const { rows } = await sql`select email from account where id = ${made.data.user.id}`.execute(
    shop.db,
  );
  expect(rows).toEqual([{ email: ascii }]);
  for (const email of [shown, ascii, "user@mu\u0308nchen.example"]) {
    const taken = await shop.ask("signup", { email, password: first, agree: 1 });
    expect([email, taken.refused.reason]).toEqual([email, "emailTaken"]);
    expect([email, (await enter(email, first)).code]).toEqual([email, 0]);
  }
  const { session } = (await enter(typed, first)).data;
  expect((await shop.ask("headerInit", { session })).data.email).toBe(shown);
});

it("Its recovery takes either spelling, and mail goes to the ASCII form", async () => {
  expect((await shop.ask("mailCode", { email: typed, scene: "forgot" })).code).toBe(0);
  const code = await mailedCode(shop, ascii);
  const renewed = await shop.ask("repwd", { email: ascii, code, password: second });
  expect(renewed.code).toBe(0);
  expect((await mailsTo(shop, ascii)).length).toBeGreaterThan(0);
  expect((await enter(shown, first)).code).toBe(401);
  expect((await enter(shown, second)).code).toBe(0);
});

it("A name before the @ in another script is refused, as many mail servers accept none", async () => {
  const answer = await shop.ask("signup", { email: "jörg@example.com", password: first, agree: 1 });
  expect(answer).toMatchObject({ code: 400, data: { field: "email" } });
});
