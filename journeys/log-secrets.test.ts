import { readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { buyTraffic, curl, customerOf, send, topUp, verifyMail } from "./customer.ts";
import { startProduct } from "./product.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";

const product = forTests(() =>
  startProduct(undefined, { LOG_LEVEL: "trace", GATEWAY_WORKERS: "1" }),
);

/** All secrets used in the story, by kind. */
const secrets = {
  password: "kanary!Acc0unt77",
  wrongPassword: "kanary!Wr0ng8888",
  proxyPassword: "kanaryProxy99",
  newProxyPassword: "kanaryProxy44",
  wrongProxyPassword: "kanaryGuess55",
  accessKey: "kanaryKey7777",
};
/** Responses of refused requests. */
const refusals: string[] = [];

/** Encodings in which a text may occur in a line. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  const inBase64 = bytes.toString("base64").replace(/.{0,3}=*$/, "");
  return [text, encodeURIComponent(text), inBase64, bytes.toString("hex"), [...bytes].join(",")];
}

/** Sends one raw line to the gateway like a broken client; returns the response. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(product.ports.gateway, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
    socket.setTimeout(2_000, () => socket.destroy());
  });
}

it("no customer secret appears in any log line or refusal, even at the most detailed level (A2)", async () => {
  const email = `log${process.pid}@example.com`;
  const fields = { email, password: secrets.password, agree: 1 };
  const signed = await send(product.url, "signup", fields);
  const { session } = signed.data;
  const customer = customerOf(product, email, session);
  const refused = async (said: Promise<unknown>) => void refusals.push(JSON.stringify(await said));
  await refused(send(product.url, "signin", { ...fields, password: secrets.wrongPassword }));
  await refused(send(product.url, "signin", { ...fields, agree: "x" }));
  await topUp(customer, 100_000);
  await buyTraffic(customer, 2);
  const account = `kanary${process.pid}`;
  const { id } = await customer.ask("addSubUser", {
    account,
    password: secrets.proxyPassword,
    trafficGb: 1,
    denyDomains: "denied.example",
  });
  await refused(customer.try("addSubUser", { account, password: secrets.proxyPassword, main: 1 }));
  await refused(customer.try("upSubUserPasswd", { id: "none", password: secrets.proxyPassword }));

  const proxy = (password: string) => `http://${account}-sid-a1:${password}@${product.gateway}`;
  const target = `${product.target}/ip`;
  const took = await curl("-x", proxy(secrets.proxyPassword), target);
  expect(took.code).toBe(0);
  for (const args of [
    ["-x", proxy(secrets.wrongProxyPassword), target],
    ["-x", proxy(secrets.proxyPassword), "http://denied.example/"],
    ["-x", proxy(secrets.proxyPassword).replace("-sid-", "-nothing-"), target],
    ["-p", "-x", proxy(secrets.wrongProxyPassword), target],
    ["-x", proxy(secrets.wrongProxyPassword).replace("http:", "socks5h:"), target],
  ]) {
    refusals.push((await curl("-i", ...args)).out);
  }
  const basic = Buffer.from(`${account}:${secrets.proxyPassword}`).toString("base64");
  refusals.push(await raw(`GET ${target} HTTP/9.9\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`));
  refusals.push(await raw(`\u0001${secrets.proxyPassword}\r\n\r\n`));
  await customer.ask("upSubUserPasswd", { id, password: secrets.newProxyPassword });
  await fetch(`${product.url}/v1/subUsers?key=${secrets.accessKey}`, {
    method: "POST",
    body: "a=b",
  });
  await fetch(`${product.url}/v1/nothing?session=${session}`);
  await refused(send(product.url, "subUsers", { key: secrets.accessKey }));
  // A valid API key, one without the required scope, and an unknown one.
  await verifyMail(product, customer);
  const { id: apiKeyId, key: apiKey } = await customer.ask("apiKeyAdd", {
    name: "program",
    scopes: "read",
  });
  const bearer = (key: string) => ["-H", `Authorization: Bearer ${key}`, "-X", "POST"];
  const sentWith = (key: string, call: string) => curl(...bearer(key), `${product.url}${call}`);
  expect((await sentWith(apiKey, "/v1/subUsers")).out).toContain('"code":0');
  refusals.push((await sentWith(apiKey, "/v1/upAccessKey")).out);
  const unknownKey = apiKey.slice(0, -1) + (apiKey.endsWith("x") ? "y" : "x");
  refusals.push((await sentWith(unknownKey, "/v1/subUsers")).out);
  await refused(send(product.url, "addSubUser", { key: apiKey, account }));
  await customer.ask("signout", {});
  await refused(customer.try("member", {}));

  // Wait until the last lines are written.
  const file = path.join(product.dataDir, "logs/api.log");
  await waitFor("the log", () => readFileSync(file, "utf8").includes("/v1/signout"), 5_000);
  const printed = product.output() + readFileSync(file, "utf8");
  const all = { ...secrets, session, apiKey, unknownKey };
  // The log line of a call contains its API key's id.
  expect(printed).toContain(`"apiKeyId":"${apiKeyId}"`);
  for (const [what, secret] of Object.entries(all)) {
    expect(secret.length).toBeGreaterThan(8);
    for (const spelling of spellings(secret)) {
      const line = printed.split("\n").find((each) => each.includes(spelling));
      expect([what, line]).toEqual([what, undefined]);
      const answer = refusals.find((each) => each.includes(spelling));
      expect([what, answer]).toEqual([what, undefined]);
    }
  }
  expect(printed.split("\n").length).toBeGreaterThan(20);
});
