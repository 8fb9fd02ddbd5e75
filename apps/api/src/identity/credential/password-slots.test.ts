/** Hashing of passwords is shared by networks, whatever of IPv6 somebody has (spec/limits#networks). */
import { networkOf } from "@turnpike/rules/network-of.ts";
import { expect, test } from "vitest";
import { inPasswordSlot } from "./password-slots.ts";

test("Whoever has a /48 of IPv6 fills its own queue alone", async () => {
  const held = Promise.withResolvers<void>();
  let running = 0;
  const hash = () => {
    running += 1;
    return held.promise;
  };
  const flood = Array.from({ length: 600 }, (_, at) =>
    inPasswordSlot(networkOf(`2001:db8:1:${at.toString(16)}::1`), hash).catch(() => "refused"),
  );
  expect(await inPasswordSlot("203.0.113.7", async () => "hashed")).toBe("hashed");
  expect(running).toBe(1);
  held.resolve();
  const ends = await Promise.all(flood);
  expect(ends.filter((end) => end === "refused").length).toBeGreaterThan(50);
});
