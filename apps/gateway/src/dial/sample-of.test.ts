import { expect, it } from "vitest";
import { sampleOf } from "./sample-of.ts";

const upstream = { login: { login: "acme", zone: "eu" }, secret: "acme-9f3x/+ 7" };
const use = { upstream, user: "acme-session-77" };
const said = (value: string, reason = "Denied") =>
  sampleOf(use, { kind: "http", status: 407, reason, headers: [["x-why", value]] });

it("What an upstream says is shown without login and secret, however it spells them", () => {
  expect(said("wrong")).toBe("***-session-77 → 407 Denied; x-why: wrong");
  // The login begins the secret.
  expect(said(upstream.secret)).toBe("***-session-77 → 407 Denied; x-why: ***");
  expect(said(encodeURIComponent(upstream.secret))).not.toContain("9f3x");
  for (const form of ["base64", "base64url"] as const) {
    const basic = Buffer.from(`${use.user}:${upstream.secret}`).toString(form);
    expect(said(`Basic ${basic}`)).toBe("***-session-77 → 407 Denied; x-why: Basic ***");
  }
  expect(said("request 4711-deadbeef-4711")).toContain("request 4711-deadbeef-4711");
  const reply = sampleOf(use, { kind: "socks", reply: "auth" });
  expect(reply).toBe("SOCKS5 auth to ***-session-77");
});
