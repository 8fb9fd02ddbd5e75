/** A customer driven by a script: API calls, and curl through the gateway. */
import { execFile } from "node:child_process";
import type { CallResponse, RequestInput } from "@turnpike/contract/call.ts";
import { type CallName, type Calls, calls } from "@turnpike/contract/calls.ts";
import type { RunningProduct } from "./product.ts";

export interface Envelope<T> {
  code: number;
  msg: string;
  data: T & { reason?: string; field?: string; short?: string };
}
export interface Customer {
  email: string;
  session: string;
  /** Makes a call; returns the envelope, whatever its code. */
  try<K extends CallName>(
    name: K,
    question: RequestInput<Calls[K]>,
  ): Promise<Envelope<CallResponse<Calls[K]>>>;
  /** Makes a call that must succeed. */
  ask<K extends CallName>(
    name: K,
    question: RequestInput<Calls[K]>,
  ): Promise<CallResponse<Calls[K]>>;
}

/** One call over HTTP, form-encoded as the dashboard sends it. */
export async function send<K extends CallName>(
  url: string,
  name: K,
  fields: Record<string, unknown>,
): Promise<Envelope<CallResponse<Calls[K]>>> {
  const body = new URLSearchParams();
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) body.set(key, Array.isArray(value) ? value.join(",") : String(value));
  }
  const answer = await fetch(url + calls[name].path, { method: "POST", body });
  return (await answer.json()) as Envelope<CallResponse<Calls[K]>>;
}

let counter = 0;
/** Registers a new account and verifies its e-mail with the mailed code. */
export async function register(product: Pick<RunningProduct, "url">): Promise<Customer> {
  const email = `journey${process.pid}x${counter++}@example.com`;
  const signed = await send(product.url, "signup", { email, password: "Passw0rd!x", agree: 1 });
  if (signed.code !== 0) throw new Error(`signup: ${JSON.stringify(signed)}`);
  const customer = customerOf(product, email, signed.data.session);
  await verifyMail(product, customer);
  return customer;
}

/** Verifies the e-mail of a newly registered customer. */
export async function verifyMail(
  product: Pick<RunningProduct, "url">,
  customer: Customer,
): Promise<void> {
  const answer = await fetch(`${product.url}/lab/mails?to=${encodeURIComponent(customer.email)}`);
  const mails = (await answer.json()) as { text: string }[];
  const code = mails.map(({ text }) => /^\d{6}$/m.exec(text)?.[0]).find(Boolean) ?? "";
  await customer.ask("verifyMail", { code });
}

/** Signs a registered account in again, for example after the clock was advanced. */
export async function signIn(product: RunningProduct, email: string): Promise<Customer> {
  const signed = await send(product.url, "signin", { email, password: "Passw0rd!x", agree: 1 });
  if (signed.code !== 0) throw new Error(`signin: ${JSON.stringify(signed)}`);
  return customerOf(product, email, signed.data.session);
}

/** A customer with a known session. */
export function customerOf(
  product: Pick<RunningProduct, "url">,
  email: string,
  session: string,
): Customer {
  const attempt: Customer["try"] = (name, question) =>
    send(product.url, name, { lang: "en", session, ...(question as Record<string, unknown>) });
  return {
    email,
    session,
    try: attempt,
    ask: async (name, question) => {
      const { code, msg, data } = await attempt(name, question);
      if (code !== 0) throw new Error(`${name}: ${code} ${msg} ${JSON.stringify(data)}`);
      return data;
    },
  };
}

/** Tops up the wallet through the sandbox's payment page. */
export async function topUp(customer: Customer, amountCents: number): Promise<void> {
  const { payUrl } = await customer.ask("recharge", { amountCents, method: "crypto" });
  const done = await fetch(`${payUrl}/complete`, {
    method: "POST",
    body: new URLSearchParams({ outcome: "paid" }),
  });
  if (!done.ok) throw new Error(`payment: ${done.status} ${await done.text()}`);
}

/** A new customer with this much in the wallet. */
export const customerWithMoney = (cents: number) => async (product: RunningProduct) => {
  const customer = await register(product);
  await topUp(customer, cents);
  return customer;
};

/** Buys traffic with the wallet's balance. */
export async function buyTraffic(customer: Customer, gb: number): Promise<void> {
  const { products } = await customer.ask("priceList", {});
  const plan = products.find(({ kind, enterprise }) => kind === "traffic" && !enterprise);
  if (!plan) throw new Error("no traffic plan is sold");
  await customer.ask("placeOrder", { sku: plan.sku, quantity: gb, method: "wallet" });
}

/** A customer with traffic and a sub-account limited to `gb` (or the main one if omitted). */
export async function customerWithTraffic(product: RunningProduct, gb?: number) {
  const customer = await register(product);
  await topUp(customer, 100_000);
  await buyTraffic(customer, 10);
  const account = `acc${process.pid}n${counter++}`;
  const password = "secret123";
  const sub = await customer.ask(
    "addSubUser",
    gb === undefined ? { account, password, main: 1 } : { account, password, trafficGb: gb },
  );
  return { customer, account, password, sub };
}

export interface CurlResult {
  code: number;
  out: string;
  err: string;
}
/** Runs curl with a timeout. */
export function curl(...args: string[]): Promise<CurlResult> {
  return new Promise((resolve) => {
    const options = { timeout: 60_000, maxBuffer: 64 * 1024 * 1024, encoding: "latin1" as const };
    execFile("curl", ["-sS", "--max-time", "50", ...args], options, (error, out, err) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err });
    });
  });
}
