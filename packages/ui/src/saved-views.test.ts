// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { applyView, maxViews, queryOf, readViews, withView } from "./saved-views.ts";

beforeEach(() => localStorage.clear());
const names = ["search", "status", "sort", "limit"];

it("a view contains only the table's URL parameters, in a fixed order", () => {
  const params = new URLSearchParams("tab=ips&sort=ip.desc&page=4&status=expired&search=");
  expect(queryOf(params, names)).toBe("sort=ip.desc&status=expired");
  expect(queryOf(new URLSearchParams("status=expired&sort=ip.desc"), names)).toBe(
    queryOf(params, names),
  );
});

it("applying a view replaces filters and order, returns to page 1 and keeps other parameters", () => {
  const before = new URLSearchParams("tab=ips&search=old&page=4&sort=ip.desc");
  const view = { query: "status=expired&limit=100&evil=1", names, page: "page" };
  expect(applyView(before, view).toString()).toBe("tab=ips&status=expired&limit=100");
});

it("names are unique, the oldest view is dropped at the limit, and invalid data is ignored", () => {
  const two = withView(withView([], { name: "a", query: "x=1" }), { name: "a", query: "x=2" });
  expect(two).toEqual([{ name: "a", query: "x=2" }]);
  const many = Array.from({ length: maxViews }, (_, at) => ({ name: `v${at}`, query: "" }));
  expect(withView(many, { name: "new", query: "" }).map(({ name }) => name)).toEqual([
    ...many.slice(1).map(({ name }) => name),
    "new",
  ]);
  for (const kept of ["{", "7", '[{"name":""},{"name":"b"},null,{"name":"c","query":"s=1"}]']) {
    localStorage.setItem("k", kept);
    expect(readViews("k")).toEqual(kept.startsWith("[") ? [{ name: "c", query: "s=1" }] : []);
  }
});
