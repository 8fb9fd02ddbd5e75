import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { sampled } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { sell } from "../../commerce/affiliate/testing.ts";
import { type Customer, type Fields, startShop } from "../session/testing.ts";
import { mfaCustomer, mailedCode } from "./testing.ts";

const shop = forTests(startShop);

let made = 0;
async function mailed(customer: Customer, scene: string, email: string): Promise<string> {
  await customer.get("mailCode", { scene, email });
  return mailedCode(shop, email);
}

interface Guarded {
  name:
    | "upPwd"
    | "repwd"
    | "secureMail"
    | "unbindMFa"
    | "cancel"
    | "upAccessKey"
    | "cdkeyMake"
    | "getProfit";
  /** The field that carries the code. */
  field: "mfaCode" | "code";
  /** The call's other fields, all valid. */
  fields: (customer: Customer) => Promise<Fields> | Fields;
  /** Invalid fields that are refused before MFA is checked. */
  wrong?: Fields;
}
const newPassword = "Neu3s!Wort";
const guarded: Guarded[] = [
  {
    name: "upPwd",
    field: "mfaCode",
    fields: ({ password }) => ({ oldPassword: password, newPassword }),
    wrong: { oldPassword: "not the password" },
  },
  {
    name: "repwd",
    field: "mfaCode",
    fields: async (customer) => {
      const { email } = customer;
      return { email, password: newPassword, code: await mailed(customer, "forgot", email) };
    },
    wrong: { code: "wrong" },
  },
  {
    name: "secureMail",
    field: "mfaCode",
    fields: async (customer) => {
      const email = `guard${++made}@example.com`;
      return { email, code: await mailed(customer, "secureMail", email) };
    },
    wrong: { code: "wrong" },
  },
  { name: "unbindMFa", field: "code", fields: () => ({}) },
  {
    name: "cancel",
    field: "mfaCode",
    fields: async (customer) => {
      const { email, password } = customer;
      return { password, confirm: 1, code: await mailed(customer, "cancel", email) };
    },
    wrong: { password: "not the password" },
  },
  { name: "upAccessKey", field: "mfaCode", fields: () => ({}) },
  {
    name: "cdkeyMake",
    field: "mfaCode",
    fields: async ({ id, get }) => {
      await shop.fund(id, 10_000_000);
      await get("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
      return { kind: "ip", amount: 100, count: 1 };
    },
  },
  {
    name: "getProfit",
    field: "mfaCode",
    fields: async ({ get }) => {
      const { inviteCode } = await get("shareInfo");
      const friend = await shop.customer({ inviteCode });
      const sold = { amountCents: 100_000, method: "crypto", renewal: false } as const;
      await sell(shop.services, friend.id, sold);
      return { amountCents: 3_000, target: "balance" };
    },
  },
];

describe.each(sampled(guarded, 2))(
  "$name with MFA bound (spec/sign-in#guarded-calls, A8)",
  (call) => {
    const { name, field, fields, wrong } = call;

    it("is refused without a code (460) and with a wrong one (461), and changes nothing", async () => {
      const { customer, mfa } = await mfaCustomer(shop);
      const asked = await fields(customer);
      const before = await customer.get("member");
      const none = await customer.ask(name, asked);
      expect(none).toMatchObject({ code: 460, refused: { reason: "mfaNeeded", field } });
      const code = await mfa.fresh();
      for (const bad of [code === "000000" ? "000001" : "000000", "ABCD-EFGH-JKMN", "x"]) {
        const answer = await customer.ask(name, { ...asked, [field]: bad });
        expect([bad, answer]).toMatchObject([
          bad,
          { code: 461, refused: { reason: "mfaWrong", field } },
        ]);
      }
      expect(await customer.get("member")).toEqual(before);
      const { email, password } = customer;
      expect((await shop.ask("signin", { email, password, agree: 1 })).code).toBe(460);
      expect((await customer.ask(name, { ...asked, [field]: code })).code).toBe(0);
    });

    it("accepts a recovery code once", async () => {
      const { customer, recoveryCodes } = await mfaCustomer(shop);
      const asked = await fields(customer);
      const { email, password } = customer;
      const [code] = recoveryCodes;
      await shop.ask("signin", { email, password, agree: 1, mfaCode: code });
      expect((await customer.ask(name, { ...asked, [field]: code })).code).toBe(461);
      const answer = await customer.ask(name, { ...asked, [field]: recoveryCodes[1] });
      expect(answer.code).toBe(0);
    });

    it.runIf(wrong)("requests the code only if the other fields are right", async () => {
      const { customer, mfa } = await mfaCustomer(shop);
      const question = { ...(await fields(customer)), ...wrong };
      const code = await mfa.fresh();
      expect((await customer.ask(name, question)).code).toBe(401);
      expect((await customer.ask(name, { ...question, [field]: code })).code).toBe(401);
      // The code was not used up.
      const { email, password } = customer;
      const answer = await shop.ask("signin", { email, password, agree: 1, mfaCode: code });
      expect(answer.code).toBe(0);
    });
  },
);

/** Makes the next insert into a table fail like a PostgreSQL deadlock victim. */
async function endedOnce(table: "cdkey" | "withdrawal"): Promise<void> {
  const name = sql.id(`ended_once_${table}`);
  await sql`
    create sequence ${name};
    create function ${name}() returns trigger language plpgsql as $$ begin
      if nextval(${sql.lit(`ended_once_${table}`)}) = 1 then
        raise exception 'ended by the test' using errcode = '40P01';
      end if;
      return null;
    end $$;
    create trigger ${name} before insert on ${sql.id(table)} execute function ${name}()
  `.execute(shop.db);
}

describe.each([
  ["cdkeyMake", "cdkey"],
  ["getProfit", "withdrawal"],
] as const)("%s whose transaction is retried", (name, table) => {
  it("accepts the already verified code again, for this request only", async () => {
    const { customer, mfa } = await mfaCustomer(shop);
    const asked = await guarded.find((one) => one.name === name)?.fields(customer);
    const mfaCode = await mfa.fresh();
    await endedOnce(table);
    expect((await customer.ask(name, { ...asked, mfaCode })).code).toBe(0);
    const ran = await sql<{ last: number }>`
      select last_value as last from ${sql.id(`ended_once_${table}`)}`.execute(shop.db);
    expect(ran.rows[0]?.last).toBe(2);
    expect((await customer.ask(name, { ...asked, mfaCode })).code).toBe(461);
  });
});
