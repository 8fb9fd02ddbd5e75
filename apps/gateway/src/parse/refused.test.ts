import { sized } from "@turnpike/net/testing/full.ts";
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseResponse, type ResponseHead } from "./http-response.ts";
import { refusalResponse, noExitRefusal, refusedForms, socksCode } from "./refused.ts";

/** The table of spec/gateway#refusals: HTTP status and SOCKS5 reply. */
const table: readonly [RefusedReason, number, number][] = [
  ["badRequest", 400, 1],
  ["badParameters", 400, 1],
  ["credentials", 407, 2],
  ["insufficientTraffic", 402, 2],
  ["inArrears", 402, 2],
  ["planExpired", 402, 2],
  ["targetNotAllowed", 403, 2],
  ["portBlocked", 403, 2],
  ["targetPolicy", 403, 2],
  ["targetBlocked", 403, 2],
  ["targetNotOffered", 403, 2],
  ["accountDisabled", 403, 2],
  ["tooManyConnections", 429, 2],
  ["tooManyTries", 429, 2],
  ["udpNotSupported", 403, 7],
  ["exitUnreachable", 502, 5],
  ["targetUnreachable", 502, 4],
  ["targetRefused", 502, 5],
  ["dnsFailed", 502, 4],
  ["noExit", 503, 1],
  ["timedOut", 504, 4],
];
/** RFC 9209 §2.3: the registered error types that we use. */
const registered = [
  "connection_limit_reached",
  "connection_refused",
  "connection_timeout",
  "destination_ip_prohibited",
  "destination_unavailable",
  "dns_error",
  "http_protocol_error",
  "http_request_denied",
  "http_request_error",
  "proxy_internal_error",
];

function answer(reason: RefusedReason, detail: string): { head: ResponseHead; body: string } {
  const refused = { reason, detail };
  const bytes = refusalResponse({ refused, requestId: "req-1", close: true });
  const parsed = parseResponse(bytes, { method: "CONNECT" });
  if (!("head" in parsed)) throw new Error(JSON.stringify(parsed));
  const body = bytes.subarray(parsed.headBytes).toString();
  expect(parsed.head.body).toEqual({ kind: "length", length: body.length });
  return { head: parsed.head, body };
}
function field(head: ResponseHead, lower: string): string[] {
  return head.fields.filter((one) => one.lower === lower).map((one) => one.value);
}

test.each(table)("%s is HTTP %i and SOCKS5 reply %i", (reason, status, reply) => {
  expect(answer(reason, "").head.status).toBe(status);
  expect(socksCode(reason)).toBe(reply);
});
test.each(Object.keys(refusedForms) as RefusedReason[])(
  "%s has a readable message, and its reason in Proxy-Status",
  (reason) => {
    const { head, body } = answer(reason, "why");
    expect(body).toMatch(/^[\x20-\x7e]+\n$/);
    expect(body).toContain("why");
    expect(field(head, "x-request-id")).toEqual(["req-1"]);
    expect(head.reasonPhrase).toBe(refusedForms[reason].text);
    expect(head.reasonPhrase).toMatch(/^[A-Z][\x20-\x7e]{5,59}$/);
    const [status = ""] = field(head, "proxy-status");
    const [, error, details] = /^turnpike; error=([a-z_]+); details="([^"]+)"$/.exec(status) ?? [];
    expect(registered).toContain(error);
    expect(details).toContain(reason);
    const challenge = head.status === 407 ? ['Basic realm="turnpike", charset="UTF-8"'] : [];
    expect(field(head, "proxy-authenticate")).toEqual(challenge);
    const seconds = { notReady: ["2"], tooManyTries: ["60"] }[reason as string] ?? [];
    expect(field(head, "retry-after")).toEqual(seconds);
  },
);
test("A wrong value is reported with its nearest match", () => {
  const refused = noExitRefusal({
    none: "unknownValue",
    field: "country",
    value: "uz1",
    nearest: "us",
  });
  expect(refused.reason).toBe("badParameters");
  expect(answer(refused.reason, refused.detail).body).toContain(
    'no exit has region "uz1", did you mean "us"?',
  );
  expect(noExitRefusal({ none: "noMatch" }).reason).toBe("noExit");
});
test("A refusal of HEAD has a length but no body; a kept-alive connection is not closed", () => {
  const refused = { reason: "noExit", detail: "" } as const;
  const bytes = refusalResponse({ refused, requestId: "r", close: false, headOnly: true });
  const text = bytes.toString();
  expect(text.endsWith("\r\n\r\n")).toBe(true);
  expect(text).toMatch(/Content-Length: [1-9]/);
  expect(text).not.toMatch(/connection: close/i);
});
test("No detail or id can add a header or break the response", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 600 }),
    fc.string({ unit: fc.constantFrom("\r\n", "\\", '"', "X: y", "\0", "é", "😀"), maxLength: 60 }),
  );
  fc.assert(
    fc.property(nasty, nasty, (detail, requestId) => {
      const refused = { reason: "badParameters", detail } as const;
      const bytes = refusalResponse({ refused, requestId, close: true });
      const parsed = parseResponse(bytes, { method: "CONNECT" });
      if (!("head" in parsed)) throw new Error("broken");
      expect(parsed.head.fields.map((one) => one.lower)).toEqual([
        "proxy-status",
        "x-request-id",
        "content-type",
        "content-length",
        "cache-control",
        "connection",
        "proxy-connection",
      ]);
      expect(field(parsed.head, "proxy-status")[0]).toMatch(
        /^turnpike; error=[a-z_]+; details="(?:[^"\\]|\\["\\])*"$/,
      );
      expect(bytes.length - parsed.headBytes).toBe(Number(field(parsed.head, "content-length")[0]));
      expect(bytes.length).toBeLessThan(2000);
    }),
    { numRuns: sized(600, 3_000) },
  );
});

test("A 407 names the provider as realm, in UTF-8, quoted, and whose proxy it is as a token (spec/brand#names)", () => {
  const refused = { reason: "credentials", detail: "" } as const;
  const headOf = (brand?: string | null) =>
    refusalResponse({
      refused,
      requestId: "1",
      close: true,
      ...(brand === undefined ? {} : { brand }),
    }).toString();
  const hostile = 'Müller "Proxies" \\ Söhne\r\nX-Evil: 1';
  expect(headOf(hostile)).toContain(
    'Proxy-Authenticate: Basic realm="Müller \\"Proxies\\" \\\\ SöhneX-Evil: 1", charset="UTF-8"\r\n',
  );
  expect(headOf(hostile)).toMatch(/^Proxy-Status: muller-proxies-sohne-x-evil-1; error=/m);
  expect(headOf("北極光")).toMatch(/^Proxy-Status: proxy; error=/m);
  expect(headOf("北極光")).toContain('realm="北極光"');
  for (const unset of [headOf(), headOf(null)]) {
    expect(unset).toContain('realm="turnpike", charset="UTF-8"');
    expect(unset).toContain("Proxy-Status: turnpike; ");
  }
});
