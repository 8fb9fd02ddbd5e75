/** The addresses of this installation's names, with a real name server. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { OwnNames } from "./own-names.ts";
import { Resolver } from "./resolver.ts";
import { type NameServerAnswer, NameServer } from "./testing/name-server.ts";
import { waitFor } from "./testing/wait-for.ts";

let answering: NameServerAnswer | undefined;
let own: OwnNames;
beforeEach(() => {
  answering = { addresses: ["198.41.0.4"] };
});
const server = forEachTest(() => new NameServer().listen());
beforeEach(() => {
  server.answer = () => answering;
});
afterEach(() => own.stop());
function open(names: string[]): OwnNames {
  const resolver = new Resolver({
    servers: [server.at],
    timeoutMs: 300,
    leastTtlMs: 0,
    maxTtlMs: 1,
  });
  own = new OwnNames({ names, lookup: (host) => resolver.lookup(host), everyMs: 50 });
  return own;
}

test("Addresses are known at once in any spelling, names once they are resolved", async () => {
  open(["[2620:FE::FE]", "198.41.0.9", "Proxy.Example.com."]);
  expect(["2620:fe::fe", "198.41.0.9", "198.41.0.4"].map((each) => own.has(each))).toEqual([
    true,
    true,
    false,
  ]);
  await waitFor("the condition", () => own.has("198.41.0.4"));
  expect(server.questions[0]?.name).toBe("proxy.example.com");
});

test("An address to which a name once resolved stays known, and new ones are added", async () => {
  open(["proxy.example.com"]);
  await waitFor("the condition", () => own.has("198.41.0.4"));
  answering = { addresses: ["198.41.0.5"] };
  await waitFor("the condition", () => own.has("198.41.0.5"));
  expect([own.has("198.41.0.4"), own.hasNow("198.41.0.4"), own.hasNow("198.41.0.5")]).toEqual([
    true,
    false,
    true,
  ]);
});

test("Starts without a name server, keeps known addresses, and resolves names later", async () => {
  answering = { silent: true };
  open(["proxy.example.com"]);
  expect(own.has("198.41.0.4")).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 400));
  answering = { addresses: ["198.41.0.4"] };
  await waitFor("the condition", () => own.has("198.41.0.4"));
  answering = { code: "servfail" };
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(own.hasNow("198.41.0.4")).toBe(true);
});
