import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestConsole } from "../../across/console/testing.ts";
import { operate, operateJson } from "../../across/operator/testing.ts";
import { mayAskOutside } from "../../platform/outside-questions.ts";
import { checkOpenVatIds } from "./check.ts";
import { taxSetting } from "./scheme.ts";

interface ViesQuestion {
  countryCode: string;
  vatNumber: string;
}
/** A stand-in of VIES: it notes what it is asked, and does what a test says. */
const asked: string[] = [];
const usual = async ({ vatNumber }: ViesQuestion): Promise<object> => ({
  valid: !vatNumber.startsWith("000"),
});
let answer = usual;
let vies: Server;

const api = forTests(async () => {
  vies = createServer((request, response) => {
    void (async () => {
      const question = (await json(request)) as ViesQuestion;
      asked.push(`${request.method} ${request.url} ${question.countryCode}${question.vatNumber}`);
      const said = await answer(question).catch(() => null);
      response.writeHead(said === null ? 500 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(said ?? {}));
    })();
  });
  await new Promise<void>((resolve) => vies.listen(0, "127.0.0.1", resolve));
  const { port } = vies.address() as AddressInfo;
  return startTestConsole({ VIES_URL: `http://127.0.0.1:${port}/vies/` });
});
const replica = forTests(() => api.startAnother());
afterAll(() => {
  vies?.closeAllConnections();
  vies?.close();
});
beforeEach(() => {
  asked.splice(0);
  answer = usual;
});

const hour = 3_600_000;
function wait(ms: number): void {
  for (const { world } of [api.services, replica.services]) world.setOffset(world.offsetMs() + ms);
}
const saved = async (session: string, vatId: string, country = "DE") => {
  const { data } = await api.send("upInvoiceTitle", { session, company: "A GmbH", vatId, country });
  return data;
};
const stateOf = async (session: string) =>
  (await api.send("member", { session })).data.invoiceTitle?.vatIdState;

describe("a VAT id (spec/tax#vat-id)", () => {
  it("is checked when the title is saved, and its answer is kept for 24 hours", async () => {
    const { session } = await api.register();
    const { vatIdState, invoiceTitle } = await saved(session, "de 111 222 333");
    expect([vatIdState, invoiceTitle.vatId]).toEqual(["valid", "DE111222333"]);
    expect(asked).toEqual(["POST /vies/check-vat-number DE111222333"]);
    wait(23 * hour);
    expect((await saved(session, "DE111222333")).vatIdState).toBe("valid");
    expect(asked).toHaveLength(1);
    answer = async () => ({ valid: false });
    wait(2 * hour);
    expect((await saved(session, "DE111222333")).vatIdState).toBe("invalid");
    expect(await stateOf(session)).toBe("invalid");
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["no id's form", "DE12", "DE"],
    ["another country's prefix", "FR99123456789", "DE"],
    ["a country outside the EU", "GB123456789", "GB"],
  ])("with %s is invalid without asking", async (_what, vatId, country) => {
    const { session } = await api.register();
    expect((await saved(session, vatId, country)).vatIdState).toBe("invalid");
    expect(asked).toEqual([]);
  });

  it("of Greece is asked as EL and belongs to GR", async () => {
    const { session } = await api.register();
    expect((await saved(session, "GR123456780", "GR")).vatIdState).toBe("valid");
    expect(asked).toEqual(["POST /vies/check-vat-number EL123456780"]);
  });

  it.each<[string, () => Promise<object>]>([
    ["an error", () => Promise.reject(new Error("away"))],
    ["an answer that says nothing", async () => ({ userError: "MS_UNAVAILABLE" })],
    ["a lie about the type", async () => ({ valid: "true" })],
    ["endless text", async () => ({ valid: true, filler: "x".repeat(100_000) })],
  ])("that VIES answers with %s is unchecked, never valid", async (_what, says) => {
    const { session } = await api.register();
    answer = says;
    expect((await saved(session, "DE444555666")).vatIdState).toBe("unchecked");
    expect(await stateOf(session)).toBe("unchecked");
  });

  it("that got no answer is asked again hourly, whatever else has none", async () => {
    const [one, other] = [await api.register(), await api.register()];
    answer = () => Promise.reject(new Error("away"));
    await saved(one.session, "DE700000001");
    await saved(other.session, "DE700000002");
    asked.splice(0);
    answer = async (question) => {
      if (question.vatNumber === "700000001") throw new Error("this one never");
      return usual(question);
    };
    wait(hour);
    await checkOpenVatIds(api.services);
    expect(await stateOf(one.session)).toBe("unchecked");
    expect(await stateOf(other.session)).toBe("valid");
  });

  it("is asked once at a time, by all processes together", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => api.register()));
    answer = async (question) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return usual(question);
    };
    const urls = [api.url, replica.url];
    const states = await Promise.all(
      people.map(async ({ session }, index) => {
        const body = new URLSearchParams({ session, name: "A", vatId: "DE888888888" });
        const url = `${urls[index % 2]}/v1/upInvoiceTitle`;
        const { data } = (await (await fetch(url, { method: "POST", body })).json()) as {
          data: { vatIdState: string };
        };
        return data.vatIdState;
      }),
    );
    expect(new Set(states)).toEqual(new Set(["valid"]));
    expect(asked).toHaveLength(1);
  });

  it("is one of a few that an account may have asked at once; others are unchecked", async () => {
    const { session, id } = await api.register();
    expect((await saved(session, "DE761000001")).vatIdState).toBe("valid");
    let more = 0;
    while (mayAskOutside(api.services, { whom: "vies", accountId: id })) more += 1;
    expect(more).toBeLessThan(125);
    expect((await saved(session, "DE761000002")).vatIdState).toBe("unchecked");
    expect(asked).toHaveLength(1);
    const other = await api.register();
    expect((await saved(other.session, "DE761000003")).vatIdState).toBe("valid");
  });
});

describe("the tax scheme (spec/tax#scheme)", () => {
  const file = (content: unknown) => {
    const name = path.join(api.services.env.DATA_DIR, "tax.json");
    writeFileSync(name, typeof content === "string" ? content : JSON.stringify(content));
    return name;
  };
  const set = (content: unknown) => operateJson(api.services, "tax", "set", file(content));

  it("is none at first; what is set reaches every process, with an entry in the audit log", async () => {
    const { said: first } = await operateJson(api.services, "tax", "show");
    expect(first).toEqual({
      scheme: "none",
      sellerCountry: "",
      sellerVatId: "",
      prices: "gross",
      point: "order",
      rates: [],
    });
    const scheme = { scheme: "oss", sellerCountry: "de", sellerVatId: "DE 123456789" };
    const { code, said } = await set({ ...scheme, prices: "net" });
    const stored = { ...first, ...scheme, sellerCountry: "DE", sellerVatId: "DE123456789" };
    expect([code, said]).toEqual([0, { ...stored, prices: "net" }]);
    for (const { services } of [api, replica])
      await vi.waitFor(() => expect(services.settings.get(taxSetting).scheme).toBe("oss"));
    const owner = await api.person("owner");
    const { items } = await owner.get("auditList");
    expect(items.find(({ action }) => action === "tax.set")).toMatchObject({
      actor: "cli",
      subject: "oss",
      before: { scheme: "none" },
    });
    expect((await operate(api.services, "tax", "show")).out).toContain("sellerCountry: DE");
  });

  it.each<[unknown, RegExp]>([
    ["{", /file: is not JSON/],
    [{}, /scheme: one of none, domestic, oss, custom is expected/],
    [{ scheme: "vat" }, /scheme: one of none, domestic, oss, custom is expected/],
    [{ scheme: "none", colour: "red" }, /colour: unknown field/],
    [{ scheme: "oss" }, /sellerCountry: oss needs it/],
    [{ scheme: "oss", sellerCountry: "US" }, /sellerCountry: oss is for sellers in the EU/],
    [{ scheme: "domestic", sellerCountry: "US" }, /rates: there is no rate for US/],
    [{ scheme: "oss", sellerCountry: "DE", sellerVatId: "FR12345" }, /sellerVatId: is no VAT id/],
    [{ scheme: "custom" }, /rates: custom needs rows/],
    [
      { scheme: "custom", rates: [{ country: "US", percent: 8.255, from: "2026-01-01" }] },
      /rates\.0\.percent: two decimals at most/,
    ],
    [
      { scheme: "custom", rates: [{ country: "US", percent: 8, from: "tomorrow" }] },
      /rates\.0\.from: a day/,
    ],
  ])("%j is refused by the field's name and changes nothing", async (content, says) => {
    const { said: before } = await operateJson(api.services, "tax", "show");
    const { code, error } = await set(content);
    expect(code).toBe(1);
    expect(error.trim().split("\n")).toHaveLength(1);
    expect(error).toMatch(says);
    expect((await operateJson(api.services, "tax", "show")).said).toEqual(before);
  });

  it("is set by finance in the console and read by viewers, who cannot set it", async () => {
    const [finance, viewer] = [await api.person("finance"), await api.person("viewer")];
    const scheme = { scheme: "domestic", sellerCountry: "AT" };
    const { tax } = await finance.get("taxSet", { file: JSON.stringify(scheme), reason: "moved" });
    expect(tax).toMatchObject(scheme);
    expect((await viewer.get("taxShow")).tax).toEqual(tax);
    const refused = await viewer.ask("taxSet", { file: JSON.stringify(scheme) });
    expect(refused).toMatchObject({ code: 403 });
  });
});
