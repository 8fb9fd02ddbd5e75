import { apiLinkAdd, extractRequest } from "@turnpike/contract/extraction.ts";
import { type LinkParameters, linkDefaults, linkUrl } from "@turnpike/rules/extraction-link.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formBody } from "../../lib/call.ts";
import {
  type Draft,
  invalidFieldsOf,
  firstDraft,
  formats,
  creationParameters,
  parametersOf,
  protocols,
  separatorNames,
} from "./link-draft.ts";

const drafts: fc.Arbitrary<Draft> = fc.record({
  plan: fc.constantFrom("ip" as const, "traffic" as const),
  country: fc.constantFrom("", "US", "DE"),
  state: fc.constantFrom("", "california"),
  city: fc.constantFrom("", "losangeles"),
  isp: fc.constant(""),
  asn: fc.constant(""),
  num: fc.oneof(fc.integer({ min: -1, max: 502 }), fc.constantFrom("", "7")),
  hours: fc.integer({ min: 1, max: 5 }),
  minutes: fc.oneof(fc.integer({ min: 0, max: 1_441 }), fc.constantFrom("", "30")),
  format: fc.constantFrom(...formats),
  separatorName: fc.constantFrom(...separatorNames),
  separator: fc.constantFrom("", ";", " & ", "\\r\\n", "日", "%20", "+"),
  anyPort: fc.boolean(),
  port: fc.oneof(fc.integer({ min: 79, max: 10_001 }), fc.constantFrom("", "443")),
  protocol: fc.constantFrom(...protocols),
  remark: fc.constantFrom("", " shop "),
});
const PLACE = { base: "http://h/extract", token: "t0k" };

test("a valid draft is accepted by the API, and its URL is the one that the API writes", () => {
  let fit = 0;
  fc.assert(
    fc.property(drafts, (draft) => {
      if (invalidFieldsOf(draft).length > 0) return;
      fit += 1;
      const sent = Object.fromEntries(formBody(creationParameters(draft)));
      const asked = apiLinkAdd.request.parse(sent);
      // As the API stores a link (api/extraction/links.ts).
      const kept: LinkParameters = {
        country: asked.country ?? "",
        state: asked.state ?? "",
        city: asked.city ?? "",
        num: asked.num ?? linkDefaults.num,
        hours: asked.plan === "ip" ? (asked.hours ?? linkDefaults.hours) : null,
        minutes: asked.plan === "traffic" ? (asked.minutes ?? linkDefaults.minutes) : null,
        format: asked.format ?? linkDefaults.format,
        separator: asked.separator ?? "\\n",
        port: asked.port ?? null,
        protocol: asked.protocol ?? linkDefaults.protocol,
      };
      const url = linkUrl(PLACE, parametersOf(draft));
      expect(url).toBe(linkUrl(PLACE, kept));
      const query = Object.fromEntries(new URL(url).searchParams);
      expect(extractRequest.safeParse(query).success).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(fit).toBeGreaterThan(20);
});

test("an invalid draft is refused by the API, at the same field", () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const faults = invalidFieldsOf(draft);
      const { num, minutes, port } = draft;
      // The API would use its default for an empty value; the form requires one.
      const empty = [num, minutes, port].includes("");
      if (faults.length !== 1 || faults[0] === "separator" || empty) return;
      const sent = formBody({
        plan: draft.plan,
        num,
        ...(draft.plan === "traffic" ? { minutes } : {}),
        ...(draft.anyPort ? {} : { port }),
      });
      const asked = Object.fromEntries([...sent].filter(([, value]) => value !== ""));
      const read = apiLinkAdd.request.safeParse(asked);
      expect(read.error?.issues.map(({ path }) => path[0])).toContain(faults[0]);
    }),
    { numRuns: 500 },
  );
});

test("only text needs a separator; the ports of several proxies have to be within the range", () => {
  const own = { ...firstDraft, separatorName: "own" as const };
  expect(invalidFieldsOf(own)).toEqual(["separator"]);
  expect(invalidFieldsOf({ ...own, format: "json" })).toEqual([]);
  expect(invalidFieldsOf({ ...firstDraft, anyPort: false, port: 9_996, num: 5 })).toEqual([]);
  expect(invalidFieldsOf({ ...firstDraft, anyPort: false, port: 9_997, num: 5 })).toEqual(["port"]);
  expect(invalidFieldsOf({ ...firstDraft, port: 1, num: 5 })).toEqual([]);
  expect(invalidFieldsOf({ ...firstDraft, minutes: "" })).toEqual([]);
  expect(invalidFieldsOf({ ...firstDraft, minutes: "", plan: "traffic" })).toEqual(["minutes"]);
});
