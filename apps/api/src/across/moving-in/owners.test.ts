/** Whose account an import adds to: addresses that nobody has proved may be a stranger's. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { codeMailedTo, startShop } from "../../identity/session/testing.ts";
import { operate, operateJson } from "../operator/testing.ts";

const shop = forTests(startShop);
const folder = folderForTests();
let files = 0;
async function run(kind: string, content: string) {
  const file = path.join(folder, `${(files += 1)}.csv`);
  await writeFile(file, content);
  return operateJson(shop.services, "import", kind, file);
}
const subAccount = (email: string, user: string) =>
  `email,user,password,trafficGb\n${email},${user},Old_pass-1,\n`;
const subAccountsOf = async (session: string) =>
  (await shop.ask("subUsers", { session })).data.items.map(({ account, password }) => [
    account,
    password,
  ]);

describe("An import (spec/operator#imports)", () => {
  it("adds nothing to the account of somebody who registered a customer's address first", async () => {
    const email = "carla@example.com";
    const stranger = await shop.newcomer({ email });
    const { rows } = await sql<{ ip: string }>`
      select host(ip) as ip from exit where product = 'static' and taken_by is null
        and retired_at is null order by created_at, id limit 1`.execute(shop.services.db);
    const ends = new Date(shop.services.world.now() + 12 * 86_400_000).toISOString();
    const statics = `email,user,password,ip,endsAt\n${email},carla_1,se.cret,${rows[0]?.ip},${ends}\n`;
    for (const [kind, file] of [
      ["statics", statics],
      ["subaccounts", subAccount(email, "carla_2")],
    ] as const)
      expect((await run(kind, file)).error).toContain(
        "line 2: nobody has proved that carla@example.com is theirs: they do with a new password by mail",
      );
    const customers = await run("customers", `email,walletCents\n${email},1000\n`);
    expect(customers.error).toContain(
      "line 2: an account has the address carla@example.com already, and nobody has proved that it is theirs",
    );
    expect(await subAccountsOf(stranger.session)).toEqual([]);
    expect((await stranger.get("staticUseList")).items).toEqual([]);
    await operate(shop.services, "account", "verify-email", email);
    expect((await run("statics", statics)).error).toBe("");
  }, 60_000);

  it("adds to accounts that were imported, before anybody signed in and after", async () => {
    const hash = "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
    await run("customers", `email,passwordHash\ndora@example.com,${hash}\n`);
    expect((await run("subaccounts", subAccount("dora@example.com", "dora_1"))).error).toBe("");
    const { data } = await shop.ask("signin", {
      email: "dora@example.com",
      password: "U*U",
      agree: 1,
    });
    const more = subAccount("dora@example.com", "dora_2").replace("-1,\n", "-1,0\n");
    expect((await run("subaccounts", more)).error).toBe("");
    expect(await subAccountsOf(data.session)).toHaveLength(2);
  }, 60_000);

  it("brings proxy passwords that stay when the invited customer sets a password by mail", async () => {
    const email = "emil@example.com";
    await run("customers", `email\n${email}\n`);
    await run("subaccounts", subAccount(email, "emil_1"));
    await shop.ask("mailCode", { scene: "forgot", email });
    const code = await codeMailedTo(shop.url, email);
    const password = "Marzipan7!bridge";
    expect((await shop.ask("repwd", { email, code, password })).code).toBe(0);
    const { data } = await shop.ask("signin", { email, password, agree: 1 });
    expect(await subAccountsOf(data.session)).toEqual([["emil_1", "Old_pass-1"]]);
    expect(data.user.emailVerified).toBe(true);
  }, 60_000);
});
