import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectUnchanged } from "../identity/testing.ts";
import { startShop, type TestShop } from "../session/testing.ts";
import { cachedDiscovery } from "./discovery.ts";
import { CLIENT, jsonServer } from "./testing.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

/** Accepts connections and never responds. */
async function startSilent() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

describe("An unreachable provider (spec/sign-in#linked-logins)", () => {
  let silent: Awaited<ReturnType<typeof startSilent>>;
  let halfAway: Awaited<ReturnType<typeof jsonServer>>;
  let shop: TestShop;
  beforeAll(async () => {
    silent = await startSilent();
    // Discovery succeeds; the other endpoints never respond.
    halfAway = await jsonServer({
      "/.well-known/openid-configuration": () => ({
        issuer: halfAway.url,
        authorization_endpoint: `${halfAway.url}/authorize`,
        token_endpoint: `${silent.url}/token`,
        jwks_uri: `${silent.url}/keys`,
      }),
    });
    shop = await startShop({
      GOOGLE_ISSUER: silent.url,
      GOOGLE_CLIENT_ID: CLIENT.id,
      LINKEDIN_ISSUER: halfAway.url,
      LINKEDIN_CLIENT_ID: CLIENT.id,
      GITHUB_CLIENT_ID: CLIENT.id,
    });
  });
  afterAll(async () => {
    await shop?.stop();
    await halfAway?.stop();
    silent?.stop();
  });

  const ask = async () => {
    const begun = performance.now();
    const { data } = await shop.ask("loginOptions");
    return { data, ms: performance.now() - begun };
  };

  it("is not offered, and delays only the first request by about a second", async () => {
    const first = await ask();
    expect(first.data.google).toBeNull();
    expect(first.ms).toBeLessThan(timeLimit(2_000));
    expect(first.data.linkedin?.url).toContain(`${halfAway.url}/authorize?`);
    expect(first.data.github?.url).toContain("https://github.com/login/oauth/authorize?");
    const later = await Promise.all(Array.from({ length: 20 }, ask));
    for (const { data, ms } of later) {
      expect(data.google).toBeNull();
      expect(ms).toBeLessThan(timeLimit(900));
    }
  });

  it("refuses a sign-in within the call's time limit and creates nothing", async () => {
    const { data } = await ask();
    const input = { code: "any", state: data.linkedin?.state, agree: 1 };
    const begun = performance.now();
    await expectUnchanged(shop, () => shop.ask("gLogin", input), "providerRefused");
    expect(performance.now() - begun).toBeLessThan(timeLimit(6_000));
  });
});

describe("Discovery", () => {
  const config = {} as Awaited<ReturnType<Parameters<typeof cachedDiscovery>[0]>>;

  it("is requested once for concurrent callers, and its result is kept", async () => {
    let asked = 0;
    const discovery = cachedDiscovery(
      async () => {
        asked++;
        await sleep(20);
        return config;
      },
      () => undefined,
    );
    const many = await Promise.all(Array.from({ length: 50 }, () => discovery.available()));
    expect(new Set(many)).toEqual(new Set([config]));
    expect(await discovery.required()).toBe(config);
    expect(asked).toBe(1);
  });

  it("after a failure is retried for a sign-in, but not yet for listing the options", async () => {
    let asked = 0;
    const failures: unknown[] = [];
    const discovery = cachedDiscovery(
      async () => {
        if (++asked === 1) throw new Error("away");
        return config;
      },
      (error) => failures.push(error),
    );
    expect(await discovery.available()).toBeNull();
    expect(await discovery.available()).toBeNull();
    expect(asked).toBe(1);
    expect(await discovery.required()).toBe(config);
    expect(await discovery.available()).toBe(config);
    expect(failures).toHaveLength(1);
  });
});

describe("The provider configuration (spec/sign-in#linked-logins)", () => {
  it("without any provider, in production: none is offered, each call is 403 providerNotConfigured", async () => {
    const shop = await startShop({ NODE_ENV: "production" });
    try {
      const { data } = await shop.ask("loginOptions");
      expect(data).toEqual({ google: null, github: null, linkedin: null });
      const { ask } = await shop.customer();
      for (const given of [{ credential: "x" }, { code: "x", state: "y" }]) {
        const answer = await shop.ask("gLogin", { ...given, agree: 1 });
        expect(answer).toMatchObject({ code: 403, refused: { reason: "providerNotConfigured" } });
        for (const provider of ["google", "github", "linkedin"]) {
          const { refused } = await ask("gBind", { provider, ...given });
          expect(refused.reason).toBe("providerNotConfigured");
        }
      }
      expect((await fetch(`${shop.url}/lab/oidc/jwks`)).status).toBe(404);
    } finally {
      await shop.stop();
    }
  });

  it.each([
    "http://accounts.example",
    "ftp://127.0.0.1",
    "nonsense",
    "http://127.0.0.1.evil.example",
  ])("requires an issuer to use https or to be on this machine: not %s", (url) => {
    for (const name of ["GOOGLE_ISSUER", "LINKEDIN_ISSUER", "GITHUB_URL", "GITHUB_API_URL"])
      expect(() => readEnvironment({ [name]: url })).toThrow(name);
    expect(readEnvironment({ GOOGLE_ISSUER: "http://[::1]:80/x" }).GOOGLE_ISSUER).toBeTruthy();
  });
});
