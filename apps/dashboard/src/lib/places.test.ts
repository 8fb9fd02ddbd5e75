import { expect, it } from "vitest";
import { tabPath, places, placeOf, type Tab, locatePath } from "./places.ts";

it("every screen of a product belongs to its menu entry (spec/dashboard#menu)", () => {
  expect(placeOf("/cli/white-manage")).toBe("residential");
  expect(placeOf("/cli/isp-history")).toBe("isp");
  expect(placeOf("/cli/request-log")).toBe("usage");
  expect(placeOf("/index/login")).toBeUndefined();
});

it("a URL maps to its tab and part, including URLs that differ only by the query string", () => {
  const word = (path: string, search?: string) => {
    const { tab, part } = locatePath(path, search);
    return [tab?.word, part?.word];
  };
  expect(word("/cli/traffic-use")).toEqual(["proxies", undefined]);
  expect(word("/cli/static-short-proxies")).toEqual(["proxies", "short"]);
  expect(word("/cli/static-usage")).toEqual(["usage", "long"]);
  expect(word("/cli/static-usage", "?days=7&product=short")).toEqual(["usage", "short"]);
  expect(word("/cli/home")).toEqual([undefined, undefined]);
});

it("switching tabs keeps the selected kind of proxies", () => {
  const [, , usage]: readonly Tab[] = places.staticIps.tabs;
  const { part } = locatePath("/cli/static-short-proxies");
  expect(usage && tabPath(usage, part)).toBe("/cli/static-usage?product=short");
  expect(usage && tabPath(usage, undefined)).toBe("/cli/static-usage");
});
