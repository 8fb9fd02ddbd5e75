import { beforeEach, expect, test } from "vitest";
import { signInPage } from "./sign-in-page.ts";

beforeEach(() => (document.head.innerHTML = ""));
const set = (url: string) =>
  (document.head.innerHTML = `<meta name="sign-in-url" content="${url}" />`);

test("without an external page the product's own is used", () => {
  const own = { external: false, url: "/index/login" };
  expect(signInPage("/cli/home")).toEqual(own);
  set("");
  expect(signInPage("/cli/home")).toEqual(own);
  set("nonsense");
  expect(signInPage("/cli/home")).toEqual(own);
});

test("the external page receives the URL to return to and keeps its own query", () => {
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

test("the external page receives no URL of another origin", () => {
  set("https://sister.example/in");
  for (const from of ["https://evil.example/", "//evil.example/cli"])
    expect(signInPage(from).url).toBe("https://sister.example/in");
});
