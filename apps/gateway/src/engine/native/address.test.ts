import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAddress, writeAddress } from "./address.ts";

const port = fc.integer({ min: 0, max: 65_535 });

describe("socket addresses", () => {
  test("A written address is read back unchanged", () => {
    fc.assert(
      fc.property(fc.ipV4(), port, (address, at) => {
        const bytes = writeAddress(address, at);
        expect(bytes && readAddress(bytes)).toEqual({ address, port: at });
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), port, (text, at) => {
        const bytes = writeAddress(text, at);
        expect(bytes && readAddress(bytes)).toEqual({ address: canonicalAddress(text), port: at });
      }),
    );
  });

  test("Family and byte order match the kernel's; an IPv4-mapped address is read as IPv4", () => {
    expect([...(writeAddress("127.0.0.1", 7_000) ?? [])].slice(0, 8)).toEqual([
      2, 0, 0x1b, 0x58, 127, 0, 0, 1,
    ]);
    expect(writeAddress("2001:db8::1", 80)?.[0]).toBe(10);
    const mapped = writeAddress("::ffff:10.1.2.3", 1);
    expect(mapped && readAddress(mapped).address).toBe("10.1.2.3");
  });

  test("Text that is not an IP address is rejected", () => {
    for (const text of ["", "localhost", "1.2.3", "1.2.3.4.5", "::g"]) {
      expect(writeAddress(text, 1)).toBeNull();
    }
  });
});
