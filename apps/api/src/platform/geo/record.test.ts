import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { folderForTests } from "@turnpike/net/testing/for-tests.ts";
import { countryOf } from "./country-of.ts";
import { recordOf } from "./mmdb.ts";
import { writeMmdb } from "./mmdb-testing.ts";
import { networkIn, placeIn } from "./record.ts";

const folder = folderForTests();

const maxMind = {
  country: { iso_code: "DE", names: { en: "Germany" } },
  subdivisions: [{ iso_code: "BY", names: { de: "Bayern", en: "Bavaria" } }],
  city: { names: { de: "München", en: "Munich" } },
  postal: { code: "80331" },
  location: { latitude: 48.1374, longitude: 11.5755, time_zone: "Europe/Berlin" },
};
const munich = {
  country: "DE",
  state: "bavaria",
  stateName: "Bavaria",
  city: "munich",
  cityName: "Munich",
  postal: "80331",
  latitude: 48.1374,
  longitude: 11.5755,
  timezone: "Europe/Berlin",
};

describe("records of the operator's geo files", () => {
  it("are read in MaxMind's nested format", () => {
    expect(placeIn(maxMind)).toEqual(munich);
    const insights = { traits: { autonomous_system_number: 3320, isp: "Deutsche Telekom" } };
    expect(networkIn(insights)).toEqual({
      asn: 3320,
      isp: "deutschetelekom",
      ispName: "Deutsche Telekom",
    });
  });

  it("are read in flat formats, including numbers as text", () => {
    const [latitude, longitude] = [48.1374, 11.5755];
    const rest = { city: "Munich", timezone: "Europe/Berlin" };
    const flat = { ...rest, country_code: "DE", state1: "Bavaria", postcode: "80331" };
    expect(placeIn({ ...flat, latitude, longitude })).toEqual(munich);
    const text = { ...rest, country: "de", region: "Bavaria", postal: "80331" };
    expect(placeIn({ ...text, lat: "48.1374", lng: "11.5755" })).toEqual(munich);
    expect(placeIn({ country: "Germany", country_code: "DE" }).country).toBe("DE");
    expect(
      networkIn({ autonomous_system_number: 7018, autonomous_system_organization: "AT&T" }),
    ).toEqual({ asn: 7018, isp: "att", ispName: "AT&T" });
    expect(networkIn({ asn: "AS15169", name: "Google LLC" })).toMatchObject({ asn: 15_169 });
  });

  it("are unknown places if they are empty or invalid", () => {
    const nowhere = { latitude: null, longitude: null, country: "", city: "", timezone: "" };
    for (const record of [
      {},
      { country: "Germany", city: {}, location: [] },
      { country: 5, location: { latitude: 91, longitude: 5 } },
      { location: { latitude: 5 }, subdivisions: [] },
      { latitude: "north", longitude: "" },
    ])
      expect(placeIn(record)).toMatchObject(nowhere);
    for (const asn of [0, -1, 4_294_967_296, "ASx", "AS", ""])
      expect(networkIn({ asn })).toEqual({ asn: null, isp: "", ispName: "" });
  });

  it("are found by IP address, in trees of either IP version", async () => {
    const wide = path.join(folder, "wide.mmdb");
    writeMmdb(wide, [
      ["203.0.112.0/23", maxMind],
      ["2a00:1450::/29", { country_code: "IE" }],
    ]);
    expect(placeIn((await recordOf(wide, "203.0.113.200")) ?? {})).toEqual(munich);
    expect(await recordOf(wide, "203.0.114.1")).toBeNull();
    expect(await countryOf(wide)("2a00:1450::5")).toBe("IE");
    expect(await countryOf(wide)("203.0.113.1")).toBe("DE");
    expect(await countryOf(wide)("2b00::1")).toBeNull();
    const narrow = path.join(folder, "narrow.mmdb");
    writeMmdb(narrow, [["8.0.0.0/8", { autonomous_system_number: 3356 }]], 4);
    expect(networkIn((await recordOf(narrow, "8.8.4.4")) ?? {}).asn).toBe(3356);
    expect(await recordOf(narrow, "2a00:1450::5")).toBeNull();
  });

  it("cannot be read from an invalid file until a valid one replaces it", async () => {
    const file = path.join(folder, "broken.mmdb");
    await expect(recordOf(file, "8.8.8.8")).rejects.toThrow("ENOENT");
    writeFileSync(file, "no such format");
    // The reader finds no metadata, or misreads other bytes as metadata.
    await expect(recordOf(file, "8.8.8.8")).rejects.toThrow(/metadata|unknown type/i);
    writeMmdb(file, [["8.8.8.0/24", { country_code: "US" }]]);
    expect(await countryOf(file)("8.8.8.8")).toBe("US");
  });
});
