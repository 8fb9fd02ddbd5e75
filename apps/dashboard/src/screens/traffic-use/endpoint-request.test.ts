import { parseUsername } from "@turnpike/rules/username.ts";
import { expect, test } from "vitest";
import { changed, countOf, endpointsOf, firstChoice } from "./endpoint-request.ts";
import { cityOptions, ispOptions, networkOptions, stateOptions } from "./place-options.ts";

const who = { account: "shopper1", password: "Secret99" };
const where = { host: "127.0.0.1", port: 7000, sids: ["a1", "b2", "c3"] };

test("what the form asks for is what the gateway reads out of the user name", () => {
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

test("without a session there is one string, with neither sid nor minutes", () => {
  expect(endpointsOf({ ...firstChoice, count: 9 }, who, where)).toEqual([
    { protocol: "http", host: "127.0.0.1", port: 7000, username: "shopper1", password: "Secret99" },
  ]);
});

test("what is typed is kept within 1-1000 sessions and 1-1440 minutes", () => {
  const sticky = { ...firstChoice, sticky: true };
  expect(["", "0", "5000", 12].map((count) => countOf({ ...sticky, count }))).toEqual([
    1, 1, 1000, 12,
  ]);
  const [long] = endpointsOf({ ...sticky, minutes: "9999" }, who, where);
  expect(long?.username).toBe("shopper1-sid-a1-t-1440");
});

test("another country forgets state, city and network, another state the city", () => {
  const chosen = {
    ...firstChoice,
    country: "US",
    state: "ny",
    city: "albany",
    isp: "att",
    asn: "1",
  };
  const narrower = { state: "", city: "", isp: "", asn: "" };
  expect(changed(chosen, { country: "DE" })).toMatchObject({ country: "DE", ...narrower });
  expect(changed(chosen, { state: "ca" })).toMatchObject({ state: "ca", city: "", isp: "att" });
  expect(changed(chosen, { state: "ca", city: "la" })).toMatchObject({ state: "ca", city: "la" });
  expect(changed(chosen, { isp: "other" })).toMatchObject({ isp: "other", asn: "" });
  expect(changed(chosen, { country: "US" })).toEqual(chosen);
});

test("each place and network is offered once, with the exits of all its parts", () => {
  const cities = [
    { state: "ny", stateName: "New York", city: "albany", cityName: "Albany", online: 2 },
    { state: "ny", stateName: "New York", city: "buffalo", cityName: "Buffalo", online: 3 },
    { state: "oh", stateName: "Ohio", city: "albany", cityName: "Albany", online: 1 },
  ];
  expect(stateOptions(cities)).toEqual([
    { value: "ny", label: "New York", online: 5 },
    { value: "oh", label: "Ohio", online: 1 },
  ]);
  expect(cityOptions(cities, "").map(({ value, label }) => [value, label])).toEqual([
    ["ny|albany", "Albany, New York"],
    ["oh|albany", "Albany, Ohio"],
    ["ny|buffalo", "Buffalo, New York"],
  ]);
  expect(cityOptions(cities, "ny").map(({ label }) => label)).toEqual(["Albany", "Buffalo"]);
  const networks = [
    { asn: 1, isp: "att", name: "AT&T", online: 2 },
    { asn: 2, isp: "att", name: "AT&T", online: 1 },
    { asn: 3, isp: "dtag", name: "Telekom", online: 4 },
  ];
  expect(ispOptions(networks)).toMatchObject([{ value: "att", online: 3 }, { value: "dtag" }]);
  expect(networkOptions(networks, "att").map(({ value }) => value)).toEqual(["1", "2"]);
});
