import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../../../testing/api.ts";
import { operate, operateJson } from "./testing.ts";

const api = forTests(startTestApi);
let email: string;
let session: string;
beforeAll(async () => {
  ({ email, session } = await api.register());
});

const operator = (...args: string[]) => operate(api.services, ...args);
const json = (...args: string[]) => operateJson(api.services, ...args);

describe("the operator's command line (spec/operator#commands)", () => {
  it("exits with 2 and prints the usage on invalid arguments", async () => {
    for (const args of [
      [],
      ["nothing"],
      ["account", "show"],
      ["verify", "too", "much"],
      ["verify", "--unknown"],
      ["account", "grant", email, "--asset", "gold", "--amount", "1"],
      ["account", "grant", email, "--asset", "wallet", "--amount", "-1"],
    ]) {
      const { code, out, error } = await operator(...args);
      expect([args, code, out]).toEqual([args, 2, ""]);
      expect(error).toContain("usage:");
      const { said, ...again } = await json(...args);
      const refused = { error: expect.stringMatching(/./), field: null, column: null };
      expect([args, again, said]).toEqual([args, { code, error }, refused]);
    }
  });

  it("prints help for all commands or one group, and that of the group after a mistake", async () => {
    const all = await operator("help");
    expect(all).toMatchObject({ code: 0, error: "" });
    expect(await operator("--help")).toEqual(all);
    const { code, out } = await operator("node", "--help");
    expect([code, (await operator("help", "node")).out]).toEqual([0, out]);
    const listed = (text: string) => [...text.matchAll(/^ {2}(\w+)/gm)].map(([, word]) => word);
    expect(new Set(listed(out))).toEqual(new Set(["node"]));
    expect(listed(all.out)).toEqual(expect.arrayContaining(["verify", "account", "node", "usage"]));
    const mistake = await operator("node", "nothing");
    expect(mistake).toMatchObject({ code: 2, out: "" });
    expect(mistake.error).toContain(out);
  });

  it("prints results to stdout and errors to stderr, and sets the exit code", async () => {
    const { databaseUrl, env } = api.services;
    const program = (...args: string[]) => {
      const main = path.join(import.meta.dirname, "../../../operator.ts");
      const own = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: env.DATA_DIR };
      return promisify(execFile)(process.execPath, [main, ...args], { env: own });
    };
    const [{ stdout, stderr }] = await Promise.all([
      program("account", "show", email, "--json"),
      expect(program("account", "show", "nobody@example.com", "--json")).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^{"error":".*no account.*","field":null,"column":null}\n$/),
        stderr: expect.stringMatching(/no account/),
      }),
    ]);
    expect([JSON.parse(stdout).email, stderr]).toEqual([email, ""]);
    // Starting the program is slow, as it loads the whole API.
    if (!isFull) return;
    await expect(program("nothing")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/usage:/),
    });
    const unknown = program("account", "show", "nobody@example.com");
    await expect(unknown).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/no account/),
    });
  });

  it("grants assets and shows an account's balances", async () => {
    const granted = await json("account", "grant", email, "--asset", "wallet", "--amount", "1234");
    expect(granted).toMatchObject({ code: 0, said: { amount: 1234, balances: { wallet: 1234 } } });
    const shown = await json("account", "show", email.toUpperCase());
    expect(shown).toMatchObject({ code: 0, said: { balances: { wallet: 1234, traffic: 0 } } });
    expect((await api.send("member", { session })).data.walletCents).toBe(1234);
    expect((await operator("account", "show", "nobody@example.com")).code).toBe(1);
  });

  it("finds accounts by part of the e-mail, and blocks targets for all accounts or one (spec/operator#targets)", async () => {
    const found = await json("account", "list", "--search", email.slice(0, -4).toUpperCase());
    expect(found.said).toMatchObject([{ email, disabledAt: null }]);
    expect((await json("account", "list", "--search", "%")).said).toEqual([]);
    const block = (...args: string[]) => json("targets", "block", ...args);
    expect((await block("Bad.EXAMPLE")).said).toMatchObject({
      pattern: "bad.example",
      added: true,
    });
    expect((await block("bad.example")).said).toMatchObject({ added: false });
    expect((await block("198.51.100.9/24", "--account", email)).code).toBe(0);
    expect((await json("targets", "list")).said).toMatchObject([
      { pattern: "198.51.100.0/24", account: email },
      { pattern: "bad.example", account: null },
    ]);
    const [, { byIds } = { byIds: () => [] }] =
      [...api.services.modules.resources].find(([kind]) => kind === "blockedTarget") ?? [];
    const ids = await sql<{ id: string }>`select id from blocked_target`.execute(api.db);
    const facts = await byIds(
      api.services,
      ids.rows.map(({ id }) => id),
    );
    expect(facts).toHaveLength(2);
    expect((await json("targets", "unblock", "bad.example")).code).toBe(0);
    expect((await operator("targets", "unblock", "bad.example")).code).toBe(1);
    expect((await operator("targets", "block", "http://bad.example/")).code).toBe(2);
  });

  it("shows revenue by day and product", async () => {
    await json("account", "grant", email, "--asset", "wallet", "--amount", "10000");
    await api.send("placeOrder", {
      session,
      sku: "traffic-standard",
      quantity: 2,
      method: "wallet",
    });
    const day = new Date(api.services.world.now()).toISOString().slice(0, 10);
    const { said } = await json("revenue", "--from", day, "--to", day);
    expect(said.items).toMatchObject([{ day, product: "traffic", orders: 1, refundedCents: 0 }]);
    expect(said.total.netCents).toBe(said.items[0].soldCents);
    expect((await operator("revenue", "--from", "2026-02-30", "--to", day)).code).toBe(2);
  });

  it("sets a price that the next quote uses", async () => {
    const set = await json("prices", "set", "traffic-standard", "1", "4000000");
    expect(set.said.tiers[0]).toEqual({ fromQty: 1, unitMicros: 4_000_000 });
    const quote = await api.send("quote", { session, sku: "traffic-standard", quantity: 2 });
    expect(quote.data.totalCents).toBe(800);
    expect((await operator("prices", "set", "nothing", "1", "1")).code).toBe(1);
    expect((await json("prices", "list")).said).toHaveLength(52);
  });

  it("publishes news in one language", async () => {
    const added = await json(
      "news",
      "add",
      "--title",
      "Wartung",
      "--body",
      "Heute",
      "--lang",
      "de",
    );
    expect(added.code).toBe(0);
    const german = await api.send("indexInit", { session, lang: "de" });
    const english = await api.send("indexInit", { session });
    expect(german.data.news[0]?.title).toBe("Wartung");
    expect(english.data.news.map((item) => item.title)).not.toContain("Wartung");
  });

  it("grants a coupon that a quote applies", async () => {
    const discount = ["--kind", "discount", "--percent", "50", "--days", "30"];
    const { said } = await json("coupon", "grant", email, ...discount);
    const fields = { session, sku: "traffic-standard", quantity: 2, couponId: said.id };
    expect((await api.send("quote", fields)).data.totalCents).toBe(400);
    const gift = ["--kind", "gift", "--sku", "ip-standard", "--amount", "5", "--days", "1"];
    expect((await json("coupon", "grant", email, ...gift)).code).toBe(0);
    expect((await api.send("coupons", { session })).data.items).toHaveLength(2);
  });

  it("verifies the ledger, and exits with 1 naming the row that was changed by hand (L13)", async () => {
    expect(await json("verify")).toMatchObject({ code: 0, said: { ok: true, difference: null } });
    await api.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update ledger_entry set ref = 'operatos' where kind = 'grant'`.execute(tx);
    });
    const found = await json("verify");
    expect(found).toMatchObject({ code: 1, said: { ok: false } });
    expect(found.said.difference).toMatch(/ledger_entry \d+ \(key grant:/);
  });
});
