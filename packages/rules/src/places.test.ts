import { expect, test } from "vitest";
import { placeToken } from "./places.ts";

test.each([
  ["São Paulo", "saopaulo"],
  ["T-Mobile", "tmobile"],
  ["Düsseldorf", "dusseldorf"],
  ["Łódź", "lodz"],
  ["İzmir", "izmir"],
  ["Côte d'Azur", "cotedazur"],
  ["Weißenfels", "weissenfels"],
  ["Đà Nẵng", "danang"],
  ["AT&T", "att"],
  ["東京", ""],
])("%s becomes the token %s (spec/pool#places)", (name, token) => {
  expect(placeToken(name)).toBe(token);
});
