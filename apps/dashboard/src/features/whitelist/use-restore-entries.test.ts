import { expect, test } from "vitest";
import { restoreCalls } from "./use-restore-entries.ts";

const entry = (ip: string, more: object = {}) => ({
  id: ip,
  ip,
  description: "",
  expiresAt: null,
  createdAt: "2026-11-01T08:00:00Z",
  account: "shopper1",
  ...more,
});

test("entries are added together only if sub-account, description and expiry are the same", () => {
  const others = [
    { account: "b" },
    { description: "b" },
    { expiresAt: "2099-01-01T00:00:00.000Z" },
  ];
  const entries = [{}, ...others, {}].map((more, at) => entry(`198.51.100.${at}`, more));
  const same = { account: "shopper1", description: "" };
  expect(restoreCalls(entries)).toEqual([
    { ...same, ips: ["198.51.100.0", "198.51.100.4"] },
    ...others.map((more, at) => ({ ...same, ...more, ips: [`198.51.100.${at + 1}`] })),
  ]);
});
