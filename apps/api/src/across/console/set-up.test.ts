/** The set-up of an installation in the console (docs/operating/set-up.md). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { operateJson } from "../operator/testing.ts";
import { startTestConsole } from "./testing.ts";

const office = forTests(startTestConsole);
const owner = forTests(() => office.person("owner"));

const stepsOf = async (person = owner) =>
  Object.fromEntries((await person.get("setUpShow")).steps.map((each) => [each.step, each]));

describe("the set-up (spec/console#set-up)", () => {
  it("shows the doctor's lines, and a step is done when all of its lines are in order", async () => {
    const { said } = await operateJson(office.services, "doctor");
    const steps = await stepsOf();
    expect(Object.keys(steps)).toEqual([
      "brand",
      "mail",
      "payments",
      "law",
      "supply",
      "prices",
      "purchase",
    ]);
    for (const { lines } of Object.values(steps)) {
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(said.checks).toContainEqual(line);
    }
    expect(steps.brand?.state).toBe("open");
    const file = {
      name: "Acme Proxies",
      supportEmail: "help@acme.example",
      legalAddress: "1 Example Street\nExample Town",
    };
    await owner.get("brandSet", { file: JSON.stringify(file) });
    const { brand } = await stepsOf();
    expect(brand?.state).toBe("done");
    expect(brand?.lines).toEqual([
      { name: "SUPPORT_EMAIL", state: "ok", detail: "help@acme.example", cure: "" },
      { name: "SELLER_ADDRESS", state: "ok", detail: "", cure: "" },
      { name: "brand", state: "ok", detail: "Acme Proxies", cure: "" },
    ]);
  }, 60_000);

  it("keeps what was left, for every owner, and takes it up again", async () => {
    await owner.get("setUpLeave", { step: "law", left: true });
    await owner.get("setUpLeave", { step: "prices", left: true });
    const other = await office.person("owner");
    const steps = await stepsOf(other);
    expect([steps.law?.state, steps.prices?.state]).toEqual(["left", "done"]);
    await other.get("setUpLeave", { step: "law", left: false });
    expect((await stepsOf()).law?.state).toBe("open");
    const finance = await office.person("finance");
    expect((await finance.ask("setUpShow")).refused.permission).toBe("brand.write");
  }, 60_000);

  it("buys as a customer does, and says what the gateway answered", async () => {
    const mail = await owner.get("setUpMail");
    expect(mail).toEqual({ works: false, to: owner.email, found: "SMTP_URL is not set" });
    // No gateway runs here: the order is placed, the request fails and says why.
    const first = await owner.get("setUpPurchase", {});
    const email = owner.email.replace("@", "+test@");
    expect(first).toMatchObject({ works: false, email, exitIp: null, orderNo: expect.any(String) });
    expect(first.text).not.toBe("");
    expect((await stepsOf()).purchase?.state).toBe("open");
    const again = await owner.get("setUpPurchase", {});
    expect(again.email).toBe(email);
    expect(again.orderNo).not.toBe(first.orderNo);
    const { items } = await owner.get("customerOrders", { account: email });
    expect(items.map(({ status }) => status)).toEqual(["paid", "paid"]);
    expect((await verifyAccounting(office.services.db)).difference).toBeNull();
  }, 90_000);

  it("buys nothing for a stranger who registered the test's address first", async () => {
    const other = await office.person("owner");
    const email = other.email.replace("@", "+test@");
    const fields = { email, password: "Passw0rd!x", agree: 1 };
    const { session } = (await office.send("signup", fields)).data;
    const refused = await other.ask("setUpPurchase", {});
    expect(refused.refused.detail).toBe(
      `somebody else has registered ${email}: set a new password there by mail`,
    );
    const { trafficBytes, walletCents } = (await office.send("member", { session })).data;
    expect([trafficBytes, walletCents]).toEqual([0, 0]);
  }, 60_000);
});
