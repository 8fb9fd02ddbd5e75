/** The demo's operator: a login for the console, and what waits there. */
import { type ConsoleCallName, consoleCalls } from "@turnpike/contract/console/calls.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import type { RunningProduct } from "../journeys/product.ts";
import { others } from "./others.ts";

export const operatorLogin = { email: "operator@example.com", password: "Passw0rd!x" };

export const consoleUrl = ({ ports }: RunningProduct): string =>
  `http://127.0.0.1:${ports.console ?? 0}`;

/** Sends a call of the console as its page does; `token` is empty before signing in. */
async function send(product: RunningProduct, name: ConsoleCallName, fields: object, token = "") {
  const answer = await fetch(consoleUrl(product) + consoleCalls[name].path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: consoleUrl(product),
      ...(token ? { "turnpike-console-session": token } : {}),
    },
    body: JSON.stringify(fields),
  });
  const { code, msg, data } = (await answer.json()) as {
    code: number;
    msg: string;
    data: { token?: string };
  };
  if (code !== 0) throw new Error(`${name}: ${code} ${msg}`);
  return data;
}

/** Makes the first owner by the printed link, which lasts three days of the product's clock. */
export async function makeOperator(product: RunningProduct): Promise<void> {
  const printed = /\/#link=(\S+)/;
  await waitFor("the console's link is printed", () => printed.test(product.output()));
  const link = printed.exec(product.output())?.[1] ?? "";
  await send(product, "setPassword", { ...operatorLogin, link });
}

const upstreams = ["wholesale-eu", "wholesale-us"] as const;

/** A wholesaler's gateway that does not exist. */
const upstreamFile = (name: string) => ({
  name,
  how: "http",
  hosts: [`${name}.example:7777`],
  login: { login: "demo" },
  secret: "demo-secret",
  user: ["{login}"],
  places: [],
  session: null,
  perGbMicros: 2_500_000,
  provenance: "contract with a wholesaler",
});

/** Two abuse cases, two upstreams, and a drained machine that has never joined. */
export async function fillConsole(product: RunningProduct): Promise<void> {
  const { token } = await send(product, "signIn", { ...operatorLogin, cookieless: true });
  const act = (name: ConsoleCallName, fields: object) => send(product, name, fields, token);
  const [first, second] = others;
  await act("caseOpen", {
    title: "Port scan reported by a hosting company",
    reporter: "abuse@hosting.example",
    account: first,
    reason: "Report of this morning",
    requestId: "demo-case-1",
  });
  await act("caseOpen", {
    title: "Sign-up spam on a forum",
    reporter: "moderator@forum.example",
    account: second,
    reason: "Third report this week",
    requestId: "demo-case-2",
  });
  for (const [at, name] of upstreams.entries()) {
    await act("upstreamAdd", { file: JSON.stringify(upstreamFile(name)) });
    // Own exits come first: these cannot be reached.
    await act("poolSet", { member: name, priority: at + 2, weight: 100 });
  }
  await act("upstreamMove", {
    name: upstreams[1],
    to: "pause",
    reason: "Contract ends this month",
  });
  const machine = { name: "fra-2", region: "europe", host: "fra-2.example.com" };
  await act("nodeAdd", machine);
  await act("nodeDrain", { name: machine.name, drain: "1", reason: "New disk on Thursday" });
}
