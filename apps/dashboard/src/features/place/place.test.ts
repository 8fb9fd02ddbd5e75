import { expect, test } from "vitest";
import { anyPlace, changedPlace, placeParameters } from "./place.ts";
import { cityOptions, ispOptions, networkOptions, stateOptions } from "./place-options.ts";

test("another country clears state, city and network; another state clears the city", () => {
  const chosen = { country: "US", state: "ny", city: "albany", isp: "att", asn: "1", count: 3 };
  const narrower = { state: "", city: "", isp: "", asn: "" };
  const changed = (by: Partial<typeof chosen>) => changedPlace(chosen, by);
  expect(changed({ country: "DE" })).toEqual({ ...narrower, country: "DE", count: 3 });
  expect(changed({ state: "ca" })).toMatchObject({ state: "ca", city: "", isp: "att" });
  expect(changed({ state: "ca", city: "la" })).toMatchObject({ state: "ca", city: "la" });
  expect(changed({ isp: "other" })).toMatchObject({ city: "albany", isp: "other", asn: "" });
  expect(changed({ country: "US" })).toEqual(chosen);
  expect(changed({ count: 4 })).toEqual({ ...chosen, count: 4 });
});

test("a call contains what was chosen, a network by its number only", () => {
  expect(placeParameters(anyPlace)).toEqual({});
  expect(placeParameters({ ...anyPlace, country: "US", isp: "att" })).toEqual({
    country: "US",
    isp: "att",
  });
  expect(placeParameters({ ...anyPlace, isp: "att", asn: "7018" })).toEqual({ asn: 7018 });
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
  const within = (part: string, whole: string) => `${part}, ${whole}`;
  expect(cityOptions(cities, "", within).map(({ value, label }) => [value, label])).toEqual([
    ["ny|albany", "Albany, New York"],
    ["oh|albany", "Albany, Ohio"],
    ["ny|buffalo", "Buffalo, New York"],
  ]);
  expect(cityOptions(cities, "ny", within).map(({ label }) => label)).toEqual([
    "Albany",
    "Buffalo",
  ]);
  const networks = [
    { asn: 1, isp: "att", name: "AT&T", online: 2 },
    { asn: 2, isp: "att", name: "AT&T", online: 1 },
    { asn: 3, isp: "dtag", name: "Telekom", online: 4 },
  ];
  expect(ispOptions(networks)).toMatchObject([{ value: "att", online: 3 }, { value: "dtag" }]);
  expect(networkOptions(networks, "att").map(({ value }) => value)).toEqual(["1", "2"]);
});
