import { beforeEach, expect, test } from "vitest";
import { signInPage } from "./sign-in-page.ts";

beforeEach(() => (document.head.innerHTML = ""));
const set = (url: string) =>
  (document.head.innerHTML = `<meta name="sign-in-url" content="${url}" />`);

test("without a page of somebody's own it is ours", () => {
  const own = { external: false, url: "/index/login" };
  expect(signInPage("/cli/home")).toEqual(own);
  set("");
  expect(signInPage("/cli/home")).toEqual(own);
  set("nonsense");
  expect(signInPage("/cli/home")).toEqual(own);
});

test("the external page is told where to lead back to, and keeps its own query", () => {
  set("https://sister.example/in?brand=1");
  const { external, url } = signInPage("/cli/live?x=1");
  const { origin, searchParams } = new URL(url);
  expect([external, origin, searchParams.get("brand")]).toEqual([
    true,
    "https://sister.example",
    "1",
  ]);
  expect(searchParams.get("from")).toBe(`${location.origin}/cli/live?x=1`);
});

test("it is told no other origin than ours", () => {
  set("https://sister.example/in");
  for (const from of ["https://evil.example/", "//evil.example/cli"])
    expect(signInPage(from).url).toBe("https://sister.example/in");
});
