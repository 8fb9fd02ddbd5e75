import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startAt } from "../identity/testing.ts";
import { labBrowser } from "../../across/lab/testing.ts";
import { startShop } from "../session/testing.ts";
import { oidcProvider } from "./oidc.ts";
import { CLIENT, startIssuer } from "./testing.ts";

let issuer = "";
let handle: ReturnType<Provider["callback"]> | undefined;
const server = createServer((request, response) => void handle?.(request, response));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
const shop = forTests(() =>
  startShop({
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
  }),
);
beforeAll(() => {
  // Mutes its long warning that it is configured for a test.
  for (const way of ["info", "warn"] as const) vi.spyOn(console, way).mockReturnValue(undefined);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${shop.url}/index/loading`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com`, email_verified: sub !== "liar" }),
    }),
  });
  handle = provider.callback();
});
afterAll(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

/** Signs in and consents on the provider's own pages. */
async function throughProvider(login: string) {
  const { url } = await startAt(shop);
  const browser = labBrowser();
  await browser.open(url);
  await browser.post({ prompt: "login", login, password: "any" });
  const { url: back } = await browser.post({ prompt: "consent" });
  return { back, ...Object.fromEntries(back.searchParams) } as Record<string, string> & {
    back: URL;
  };
}

describe("Sign-in with an OpenID provider (spec/sign-in#linked-logins)", () => {
  it("redirects with state, nonce, S256 challenge and our redirect URL", async () => {
    const { url, state, nonce } = await startAt(shop);
    const page = new URL(url);
    expect(page.origin).toBe(issuer);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      client_id: CLIENT.id,
      response_type: "code",
      scope: "openid email profile",
      redirect_uri: `${shop.url}/index/loading`,
      state,
      nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect((await startAt(shop)).nonce).not.toBe(nonce);
  });

  it("completes the whole flow: page, consent, code, token, keys, session", async () => {
    const { back, code, state } = await throughProvider("grace");
    expect(back.href).toContain(`${shop.url}/index/loading?code=`);
    const { data, msg } = await shop.ask("gLogin", { code, state, agree: 1 });
    expect([msg, data.created, data.user?.email]).toEqual(["", true, "grace@example.com"]);
    const again = await throughProvider("grace");
    const second = { code: again["code"], state: again["state"], agree: 1 };
    expect((await shop.ask("gLogin", second)).data.user.id).toBe(data.user.id);
  });

  it("creates no account if the provider has not verified the e-mail", async () => {
    const { code, state } = await throughProvider("liar");
    const answer = await shop.ask("gLogin", { code, state, agree: 1 });
    expect(answer).toMatchObject({ code: 403, refused: { reason: "providerEmailUnverified" } });
  });
});

it("LinkedIn's variant uses neither challenge nor nonce, for the page or the token", async () => {
  const peer = await startIssuer();
  try {
    const provider = oidcProvider({
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      issuer: peer.url,
      bare: true,
      log: pino({ level: "silent" }),
    });
    const redirectUri = "https://shop.example/index/loading";
    const start = { state: "s", nonce: "n", verifier: "v".repeat(43), redirectUri };
    const page = (await provider.pageFor(start)) ?? "";
    expect([...new URL(page).searchParams.keys()].sort()).toEqual([
      "client_id",
      "redirect_uri",
      "response_type",
      "scope",
      "state",
    ]);
    const token = await peer.sign(peer.claims({ sub: "li", email: "Li@example.com" }));
    const person = await provider.byCode(peer.code(page, token), start);
    expect(person).toMatchObject({ issuer: peer.url, subject: "li", email: "li@example.com" });
    await expect(provider.byIdToken(token, "n")).rejects.toThrow("invalid response");
  } finally {
    await peer.stop();
  }
});
