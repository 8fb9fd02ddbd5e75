import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { expect, it } from "vitest";
import { startShop } from "../session/testing.ts";
import { redirectUriFor, redirectUris } from "./redirect-uri.ts";

const shop = forTests(startShop);

it("A provider redirects back to the host name that the sign-in started from, on one machine", async () => {
  const { port } = new URL(shop.url);
  const back = async (redirectUri?: string) => {
    const { data } = await shop.ask("loginOptions", { redirectUri });
    return new URL(data.google?.url ?? "").searchParams.get("redirect_uri");
  };
  const here = `${shop.url}/index/loading`;
  const byName = `http://localhost:${port}/index/loading`;
  expect(await back()).toBe(here);
  expect(await back(byName)).toBe(byName);
  for (const foreign of [
    "https://evil.example/index/loading",
    `http://localhost:1/index/loading`,
    `${here}/../home`,
  ])
    expect(await back(foreign)).toBe(here);
});

it("A public URL allows only its own host name", () => {
  const env = readEnvironment({ PUBLIC_URL: "https://dash.example.com/" });
  expect(redirectUris(env)).toEqual(["https://dash.example.com/index/loading"]);
  expect(redirectUriFor(env, "http://localhost:3000/index/loading")).toBe(redirectUris(env)[0]);
});
