/** `invoices …`, and the same calls of the console (spec/console#money). */
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { startTestConsole } from "../console/testing.ts";
import { operateJson } from "./testing.ts";

const folder = folderForTests();
let number: string;
let orderNo: string;
const api = forTests(startTestConsole);
const support = forTests(() => api.person("support"));
const viewer = forTests(() => api.person("viewer"));
const customer = forTests(() => api.register());
beforeAll(async () => {
  const { session } = customer;
  await api.topUp(session, 10_000);
  const traffic = { sku: "traffic-standard", quantity: 1, method: "wallet" };
  await api.send("placeOrder", { session, ...traffic });
  const [order] = (await api.send("orderList", { session })).data.items;
  number = order?.invoiceNo ?? "";
  orderNo = order?.orderNo ?? "";
});
const operator = (...words: string[]) => operateJson(api.services, ...words);
const found = async (...words: string[]) => {
  const { said } = await operator("invoices", "list", ...words);
  return (said as { number: string }[]).map((row) => row.number);
};
const mailed = async () => {
  const mails = await mailsTo(api, customer.email);
  return mails.filter(({ subject }) => subject.includes(number));
};

it("Invoices are found by number, order and e-mail address, and by nothing else", async () => {
  const searches = [number.toLowerCase(), orderNo, customer.email.slice(0, -8)];
  const all = await Promise.all(searches.map((text) => found("--search", text)));
  expect(all).toEqual(searches.map(() => [number]));
  expect([await found("--search", "nobody"), await found()]).toEqual([[], [number]]);
  const listed = await viewer.get("invoiceList", { page: 1, limit: 10, search: orderNo });
  expect(listed).toMatchObject({ total: 1, items: [{ number, orderNo, email: customer.email }] });
  const notes = await viewer.get("invoiceList", { page: 1, limit: 10, kind: "creditNote" });
  expect(notes.total).toBe(0);
});

it("An invoice is shown, and written as PDF as its customer gets it; reading it is logged", async () => {
  const file = path.join(folder, "one.pdf");
  const { code, said } = await operator("invoices", "show", number, "--pdf", file);
  expect([code, said]).toMatchObject([0, { number, orderNo, kind: "invoice", corrects: null }]);
  const pdf = readFileSync(file);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const read = await viewer.get("invoiceFile", { number });
  expect(Buffer.from(read.base64, "base64").equals(pdf)).toBe(true);
  const owner = await api.person("owner");
  const { items } = await owner.get("auditList", { action: "invoice." });
  expect(items[0]).toMatchObject({ actor: viewer.email, action: "invoice.read", subject: number });
  const missing = await operator("invoices", "show", "TP-2026-999999");
  expect([missing.code, missing.error]).toEqual([1, expect.stringContaining("no invoice")]);
});

it("An invoice is mailed again to today's address, by who may, once for a request", async () => {
  expect((await operator("invoices", "send", number)).said).toEqual({
    number,
    to: customer.email,
  });
  const refused = await viewer.ask("invoiceSend", { number, requestId: "send-0001" });
  expect(refused.refused.reason).toBe("notPermitted");
  await support.get("invoiceSend", { number, requestId: "send-0002" });
  await support.get("invoiceSend", { number, requestId: "send-0002" });
  const mails = await mailed();
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain("/cli/billing");
  const unknown = await support.ask("invoiceSend", { number: "TP-1", requestId: "send-0003" });
  expect(unknown.refused.reason).toBe("notFound");
});
