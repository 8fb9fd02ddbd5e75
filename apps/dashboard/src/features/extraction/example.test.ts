import { extracted } from "@turnpike/contract/extraction.ts";
import { expect, test } from "vitest";
import { exampleAnswer } from "./example.ts";
import { firstDraft, parametersOf } from "./link-draft.ts";

const at = { host: "192.0.2.1", nowMs: Date.parse("2026-11-22T10:00:00Z") };
const example = (by: Partial<typeof firstDraft>) =>
  exampleAnswer(parametersOf({ ...firstDraft, ...by }), at);

test("a text example is written like the API's response, with escapes in the separator resolved", () => {
  expect(example({ num: 2 })).toBe("192.0.2.1:10001\n192.0.2.1:10002");
  expect(example({ num: 2, separatorName: "own", separator: "\\r\\n" })).toBe(
    "192.0.2.1:10001\r\n192.0.2.1:10002",
  );
  expect(example({ num: 50, separatorName: "comma" }).split(",")).toHaveLength(3);
});

test("a JSON example has the fields of a response, with ports, place and expiry", () => {
  const text = example({
    format: "json",
    num: 2,
    anyPort: false,
    port: 443,
    country: "FR",
    hours: 3,
  });
  const { data } = JSON.parse(text) as { data: { items: unknown[] } };
  const items = data.items.map((item) => extracted.strict().parse(item));
  expect(items).toMatchObject([
    { port: 443, country: "FR", state: "", expiresAt: "2026-11-22T13:00:00.000Z" },
    { port: 444 },
  ]);
  expect(items[0]?.ip).not.toBe("");
});

test("an example for the traffic plan has no exit IP address yet", () => {
  const rows = example({ plan: "traffic", format: "csv", num: 1, minutes: 60 }).split("\r\n");
  expect(rows[0]).toBe("host,port,protocol,ip,country,state,city,expiresAt");
  expect(rows[1]).toBe("192.0.2.1,10001,http,,,,,2026-11-22T11:00:00.000Z");
});
