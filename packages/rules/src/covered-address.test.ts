import { expect, test } from "vitest";
import { coveredAddress } from "./covered-address.ts";

test("a webhook's address is covered but for its host and its last four characters", () => {
  expect(
    coveredAddress("https://hooks.example.com/services/T0/B0/pathsecret66?sig=hooktoken77"),
  ).toBe("https://hooks.example.com/…en77");
  expect(coveredAddress("https://user:pass@example.com:8443/a-long-enough-path")).toBe(
    "https://example.com:8443/…path",
  );
});

test("what is too short to be cut is covered whole, and a bare host is no secret", () => {
  expect(coveredAddress("https://example.com/hook7")).toBe("https://example.com/…");
  expect(coveredAddress("https://example.com/")).toBe("https://example.com/");
  expect(coveredAddress("not an address")).toBe("…");
});
