import { parseUsername } from "@turnpike/rules/username.ts";
import { expect, test } from "vitest";
import { countOf, endpointsOf, firstChoice } from "./endpoint-request.ts";

const who = { account: "shopper1", password: "Secret99" };
const where = { host: "127.0.0.1", port: 7000, sids: ["a1", "b2", "c3"] };

test("the gateway reads what the form requested from the user name", () => {
  const choice = {
    ...firstChoice,
    country: "US",
    state: "california",
    city: "losangeles",
    asn: "7018",
    sticky: true,
    minutes: 30,
    count: 2,
    strict: true,
  };
  const endpoints = endpointsOf(choice, who, where);
  expect(endpoints.map(({ username }) => parseUsername(username))).toMatchObject([
    {
      ok: true,
      name: "shopper1",
      filter: { country: "us", state: "california", city: "losangeles", asn: 7018 },
      sid: "a1",
      minutes: 30,
      strict: true,
    },
    { sid: "b2" },
  ]);
});

test("without a session there is one endpoint, with neither sid nor minutes", () => {
  expect(endpointsOf({ ...firstChoice, count: 9 }, who, where)).toEqual([
    { protocol: "http", host: "127.0.0.1", port: 7000, username: "shopper1", password: "Secret99" },
  ]);
});

test("typed values are limited to 1-1000 sessions and 1-1440 minutes", () => {
  const sticky = { ...firstChoice, sticky: true };
  expect(["", "0", "5000", 12].map((count) => countOf({ ...sticky, count }))).toEqual([
    1, 1, 1000, 12,
  ]);
  const [long] = endpointsOf({ ...sticky, minutes: "9999" }, who, where);
  expect(long?.username).toBe("shopper1-sid-a1-t-1440");
});
