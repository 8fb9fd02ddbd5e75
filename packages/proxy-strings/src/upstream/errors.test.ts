import { expect, test } from "vitest";
import { classify, type ErrorRow, type UpstreamAnswer } from "./errors.ts";
import { presetOf } from "./presets.ts";

const http = (
  status: number,
  headers: Record<string, string> = {},
  reason = "",
): UpstreamAnswer => ({
  kind: "http",
  status,
  reason,
  headers: Object.entries(headers),
});
const by = (preset: string, answer: UpstreamAnswer) => {
  const { class: found, named } = classify(answer, presetOf(preset)?.errors ?? []);
  return named ? found : `${found}?`;
};

test.each<[preset: string, answer: UpstreamAnswer, found: string]>([
  // The same status means opposite things.
  ["brightdata", http(402, { "X-Brd-Err-Code": "policy_20130" }), "targetRefused"],
  ["nimble", http(402), "quota"],
  ["webshare", http(402, { "X-Webshare-Reason": "bandwidthlimit" }), "quota"],
  ["brightdata", http(402), "target?"],
  ["brightdata", http(407, { "x-brd-err-code": "client_10020" }), "auth"],
  ["brightdata", http(429, { "x-brd-err-code": "client_10110" }), "concurrency"],
  ["brightdata", http(403, { "x-brd-err-code": "kyc_required" }), "targetRefused"],
  ["oxylabs", http(407, { "X-Error-Description": "Traffic limit reached" }), "quota"],
  ["oxylabs", http(407, { "X-Error-Description": "wrong password" }), "auth"],
  ["oxylabs", http(407), "auth?"],
  ["oxylabs", http(502, { "x-error-description": "Session failed" }), "sessionLost"],
  ["oxylabs", http(502, { "x-error-description": "exit node not found" }), "noExit"],
  ["oxylabs", http(525), "noExit"],
  ["netnut", http(490), "noExit"],
  ["netnut", http(502), "sessionLost"],
  ["netnut", http(503), "target"],
  ["dataimpulse", http(407, {}, "TRAFFIC_EXHAUSTED"), "quota"],
  ["dataimpulse", http(407, {}, "THREADS_EXHAUSTED"), "concurrency"],
  ["dataimpulse", http(403, {}, "HOST_BLOCKED"), "targetRefused"],
  ["dataimpulse", { kind: "socks", reply: "auth" }, "auth?"],
  ["anyip", http(407, { "x-reason": "bad_attributes_country" }), "request"],
  ["thordata", http(400, { "X-Thor-Error-Code": "client_101" }), "request"],
  ["iproyal", http(503), "noExit"],
  ["soax", http(522), "noExit?"],
  ["soax", http(404), "target?"],
  ["soax", { kind: "socks", reply: 1 }, "noExit?"],
  ["soax", { kind: "socks", reply: 5 }, "target?"],
  ["soax", { kind: "silence" }, "down"],
])("%s: %j is %s", (preset, answer, found) => {
  expect(by(preset, answer)).toBe(found);
});

test("all given conditions of a row must hold, without regard to case; the first row wins", () => {
  const rows: ErrorRow[] = [
    { status: 502, header: "X-Why", contains: "gone", class: "sessionLost" },
    { header: "x-why", class: "quota" },
    { contains: "too many", class: "concurrency" },
    { socks: 2, class: "targetRefused" },
    { socks: "auth", class: "auth" },
  ];
  const found = (answer: UpstreamAnswer) => classify(answer, rows).class;
  expect(found(http(502, { "x-WHY": "It is GONE" }))).toBe("sessionLost");
  expect(found(http(503, { "x-why": "gone" }))).toBe("quota");
  expect(found(http(429, { other: "Too many threads" }))).toBe("concurrency");
  expect(found(http(429, {}, "TOO MANY"))).toBe("concurrency");
  expect(found({ kind: "socks", reply: 2 })).toBe("targetRefused");
  expect(found({ kind: "socks", reply: "auth" })).toBe("auth");
});
