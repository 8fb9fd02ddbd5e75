/**
 * Every refusal of the gateway gives its reason: to curl in the response, to the customer in the
 * request log (spec/gateway#refusals).
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { RequestInput } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { curl, customerWithTraffic } from "./customer.ts";
import { sharedProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

const product = borrowed(sharedProduct);
let who: Awaited<ReturnType<typeof customerWithTraffic>>;
let closedPort = 0;
const children: ChildProcess[] = [];
beforeAll(async () => {
  closedPort = product.ports.own?.[0] ?? 0;
  who = await customerWithTraffic(product);
}, 120_000);
afterAll(() => {
  for (const child of children) child.kill();
});

interface Sub {
  id: string;
  account: string;
  password: string;
}
async function sub(
  account: string,
  more: Partial<RequestInput<Calls["addSubUser"]>> = {},
): Promise<Sub> {
  const password = "pass12345";
  return who.customer.ask("addSubUser", { account, password, trafficGb: 0.05, ...more });
}
const through = ({ account, password }: Sub, parameters = "") =>
  `http://${account}${parameters}:${password}@${product.gateway}`;

interface Said {
  status: number;
  proxyStatus: string;
  id: string;
  body: string;
}
/** What `curl -v` shows for an absolute-form request. */
async function said(proxy: string, url: string): Promise<Said> {
  const { out, err } = await curl("-v", "-m", "15", "-x", proxy, url);
  const field = (name: string) => new RegExp(`^< ${name}: (.*?)\\r?$`, "im").exec(err)?.[1] ?? "";
  const status = Number(/^< HTTP\/1\.1 (\d+)/m.exec(err)?.[1]);
  return { status, proxyStatus: field("Proxy-Status"), id: field("X-Request-Id"), body: out };
}

/** Retries until the gateway has received a change made a moment ago. */
function once(status: number, proxy: string, url: string): Promise<Said> {
  const ask = async () => {
    const answer = await said(proxy, url);
    return answer.status === status && answer;
  };
  return waitFor(`a ${status}`, ask, 8_000);
}

/** Opens a tunnel that stays open with little traffic. */
function hold(proxy: string): void {
  const url = `${product.target}/bytes/50000000`;
  const args = ["-sS", "-p", "-x", proxy, "--limit-rate", "20k", "-o", "/dev/null", url];
  children.push(spawn("curl", args, { stdio: "ignore" }));
}

const target = () => `${product.target}/ip`;
const refusals: Record<string, () => Promise<Said>> = {
  "400 badParameters": async () => said(through(await sub("refused1"), "-regoin-US"), target()),
  "402 insufficientTraffic": async () =>
    said(through(await sub("refused2", { trafficGb: 0 })), target()),
  "402 dayLimit": async () => {
    const one = await sub("refused3", { dayGb: 0.001 });
    await curl(
      "-m",
      "15",
      "-o",
      "/dev/null",
      "-x",
      through(one),
      `${product.target}/bytes/2000000`,
    );
    return once(402, through(one), target());
  },
  "402 targetBudgetSpent": async () => {
    const targetBudgets = JSON.stringify([{ target: "127.0.0.1", dayGb: 0.001 }]);
    const one = await sub("refused15", { targetBudgets });
    const url = `${product.target}/bytes/2000000`;
    await curl("-m", "15", "-o", "/dev/null", "-x", through(one), url);
    return once(402, through(one), target());
  },
  "403 targetNotAllowed": async () => said(through(await sub("refused4")), "http://192.168.1.1/"),
  "403 portBlocked": async () =>
    said(through(await sub("refused14")), "http://smtp.example.com:25/"),
  "403 domainNotAllowed": async () =>
    said(through(await sub("refused5", { allowDomains: "example.org" })), target()),
  "403 accountDisabled": async () => {
    const one = await sub("refused6");
    await who.customer.ask("upSubUser", { id: one.id, enabled: 0 });
    return once(403, through(one), target());
  },
  "407 credentials": async () =>
    said(through({ ...(await sub("refused7")), password: "wrong12345" }), target()),
  "429 tooManyConnections": async () => {
    const one = await sub("refused8", { maxConnections: 1 });
    hold(through(one));
    return once(429, through(one), target());
  },
  "429 tooManyTries": async () => {
    const one = await sub("refused9");
    const guess = (tries: number) => through({ ...one, password: `wrong${12_345 + tries}` });
    for (let tries = 0; tries < 10; tries += 1) await said(guess(tries), target());
    return once(429, guess(10), target());
  },
  "502 targetRefused": async () =>
    said(through(await sub("refused10")), `http://127.0.0.1:${closedPort}/`),
  "502 dnsFailed": async () => said(through(await sub("refused11")), "http://nowhere.invalid/"),
  "503 noExit": async () =>
    said(through(await sub("refused12"), "-region-US-city-berlin"), target()),
};

describe("curl -v shows status, Proxy-Status and a readable line, and the request log lists it by its id", () => {
  it.each(Object.keys(refusals))("%s", { timeout: 40_000 }, async (name) => {
    const [status, reason = ""] = name.split(" ");
    const shown = await (refusals[name] as () => Promise<Said>)();
    expect(shown.status).toBe(Number(status));
    expect(shown.proxyStatus).toMatch(/^turnpike; error=[a-z_]+; details=".+"$/);
    expect(shown.proxyStatus).toContain(reason);
    expect(shown.body).toMatch(new RegExp(`^[A-Z].{10,} \\(${reason}\\)\\n$`));
    const found = await waitFor(
      "the line in the log",
      async () => {
        const { items } = await who.customer.ask("requestLog", { search: shown.id });
        return items[0];
      },
      5_000,
    );
    const outcome = Number(status) < 500 ? "refused" : "failed";
    expect(found).toMatchObject({ id: shown.id, reason, outcome });
    expect(found.fix.length).toBeGreaterThan(20);
    expect(found.text.length).toBeGreaterThan(10);
  });
});
