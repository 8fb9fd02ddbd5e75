import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { expect, test } from "vitest";
import { OtherNodes } from "./other-nodes.ts";

const wrong = { reason: "badParameters", detail: 'no exit has region "xx"' } as const;
/** A link that answers as `has` does and counts the requests. */
function linkTo(has: (country: string) => boolean | Promise<never>) {
  let asked = 0;
  const ask = async (_kind: string, { filter }: Questions["elsewhere"]["question"]) => {
    asked += 1;
    return { exists: await has(filter.country ?? "") };
  };
  return { asked: () => asked, link: { ask } as unknown as Pick<GatewayLink, "ask"> };
}

test("A place that only another node has returns 503 noExit; one that no node has stays invalid", async () => {
  const { asked, link } = linkTo((country) => country === "fr");
  const elsewhere = new OtherNodes(link);
  const of = (country: string) => elsewhere.correctRefusal(wrong, { country });
  expect(await of("fr")).toMatchObject({ reason: "noExit" });
  expect(await of("xx")).toBe(wrong);
  expect(await of("xx")).toBe(wrong);
  expect(asked()).toBe(2);
});

test("A place that no list can have is not asked for: the hub would blame the machine for it", async () => {
  const { asked, link } = linkTo(() => true);
  const longest = "a".repeat(101);
  for (const filter of [{ city: longest }, { country: "fr", isp: longest }])
    expect(await new OtherNodes(link).correctRefusal(wrong, filter)).toBe(wrong);
  expect(asked()).toBe(0);
});

test("Without the hub, or after 20 places in a second, the node decides by itself", async () => {
  const away = linkTo(() => Promise.reject(new Error("down")));
  expect(await new OtherNodes(away.link).correctRefusal(wrong, { country: "fr" })).toBe(wrong);
  const { asked, link } = linkTo(() => true);
  const elsewhere = new OtherNodes(link);
  const places = Array.from({ length: 60 }, (_, at) => ({ country: String(at) }));
  await Promise.all(places.map((place) => elsewhere.correctRefusal(wrong, place)));
  // In at most two clock seconds, whenever the test started.
  expect(asked()).toBeLessThanOrEqual(40);
});
