/** Fake providers for tests: an issuer that signs any token, and one that behaves like GitHub. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";

type Answer = (request: IncomingMessage, body: URLSearchParams) => unknown;

/** An HTTP server that responds with JSON; if a handler throws, 400 with the error's message. */
export async function jsonServer(routes: Record<string, Answer>) {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const answer = routes[path];
    const body = new URLSearchParams(await text(request));
    response.setHeader("content-type", "application/json");
    try {
      response.statusCode = answer ? 200 : 404;
      response.end(JSON.stringify(answer ? await answer(request, body) : {}));
    } catch (error) {
      response.statusCode = 400;
      response.end(JSON.stringify({ error: (error as Error).message }));
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const challenge = (verifier: string) =>
  createHash("sha256").update(verifier).digest("base64url");

/** Codes that are valid once, for the challenge they were requested with. */
function codes<T>() {
  const given = new Map<string, { challenge: string | null; what: T }>();
  let made = 0;
  return {
    give(page: string, what: T): string {
      const code = `code-${++made}`;
      given.set(code, { challenge: new URL(page).searchParams.get("code_challenge"), what });
      return code;
    },
    take(body: URLSearchParams): T {
      const entry = given.get(body.get("code") ?? "");
      given.delete(body.get("code") ?? "");
      if (!entry) throw new Error("invalid_grant");
      const verifier = body.get("code_verifier");
      // Like LinkedIn, rejects a verifier without a challenge as one of an unknown client.
      if (entry.challenge === null && verifier !== null) throw new Error("invalid_client");
      if (entry.challenge !== null && entry.challenge !== challenge(verifier ?? ""))
        throw new Error("invalid_grant");
      return entry.what;
    },
  };
}

export const CLIENT = { id: "turnpike-test", secret: "test secret of the client" };

export interface TestIssuer {
  url: string;
  /** The environment to start Turnpike with. */
  env: Record<string, string>;
  /** The claims of a valid token; `more` replaces some or, if undefined, removes them. */
  claims(more: Record<string, unknown>): JWTPayload;
  /** Signs with the issuer's own key. */
  sign(claims: JWTPayload): Promise<string>;
  /** Signs RS256 with a key that is not the issuer's, under the issuer's key id. */
  signForeign(claims: JWTPayload): Promise<string>;
  /** Signs HS256 with the issuer's public key as the secret. */
  signPublic(claims: JWTPayload): Promise<string>;
  /** Makes an unsigned token. */
  signNot(claims: JWTPayload): string;
  /** A code that the token endpoint exchanges for the ID token, once. */
  code(page: string, idToken: string): string;
  /** Runs once, during a request to the token endpoint. */
  beforeToken: () => Promise<unknown>;
  /** The request bodies sent to the token endpoint. */
  asked: URLSearchParams[];
  stop(): Promise<void>;
}

const KID = "key-1";
const unsigned = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An OpenID issuer that advertises every algorithm and signs whatever a test asks for. */
export async function startIssuer(): Promise<TestIssuer> {
  const own = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256");
  const spki = new TextEncoder().encode(await exportSPKI(own.publicKey));
  const jwk = { ...(await exportJWK(own.publicKey)), kid: KID, use: "sig" };
  const asked: URLSearchParams[] = [];
  const known = codes<string>();
  const server = await jsonServer({
    "/.well-known/openid-configuration": () => ({
      issuer: server.url,
      authorization_endpoint: `${server.url}/authorize`,
      token_endpoint: `${server.url}/token`,
      jwks_uri: `${server.url}/keys`,
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      authorization_response_iss_parameter_supported: true,
    }),
    "/keys": () => ({ keys: [jwk] }),
    "/token": async (_request, body) => {
      const first = issuer.beforeToken;
      issuer.beforeToken = async () => undefined;
      await first();
      asked.push(body);
      if (body.get("client_secret") !== CLIENT.secret) throw new Error("invalid_client");
      return { access_token: "at", token_type: "Bearer", id_token: known.take(body) };
    },
  });
  const signed = (claims: JWTPayload, alg: string) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: KID, typ: "JWT" });
  const issuer: TestIssuer = {
    url: server.url,
    beforeToken: async () => undefined,
    env: {
      GOOGLE_ISSUER: server.url,
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
    },
    claims(more) {
      const now = Math.floor(Date.now() / 1_000);
      const good = { iss: server.url, aud: CLIENT.id, iat: now, exp: now + 300 };
      const claims = { ...good, email_verified: true, name: "Ada", ...more };
      return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    },
    sign: (claims) => signed(claims, "RS256").sign(own.privateKey),
    signForeign: (claims) => signed(claims, "RS256").sign(foreign.privateKey),
    signPublic: (claims) => signed(claims, "HS256").sign(spki),
    signNot: (claims) => `${unsigned({ alg: "none", typ: "JWT" })}.${unsigned(claims)}.`,
    code: (page, what) => known.give(page, what),
    asked,
    stop: server.stop,
  };
  return issuer;
}

export interface GithubPerson {
  id: number;
  login: string;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

/** GitHub as far as sign-in needs it; like GitHub, it refuses with status 200. */
export async function startGithub() {
  const known = codes<GithubPerson>();
  const tokens = new Map<string, GithubPerson>();
  const personOf = ({ headers }: IncomingMessage) => {
    const person = tokens.get((headers.authorization ?? "").replace(/^Bearer /, ""));
    if (!person || !headers["user-agent"]) throw new Error("Bad credentials");
    return person;
  };
  const server = await jsonServer({
    "/login/oauth/access_token": (request, body) => {
      if (!String(request.headers.accept).includes("json")) throw new Error("only JSON here");
      if (body.get("client_secret") !== CLIENT.secret)
        return { error: "incorrect_client_credentials" };
      try {
        const person = known.take(body);
        const token = `gho_${tokens.size}`;
        tokens.set(token, person);
        return { access_token: token, token_type: "bearer", scope: "read:user,user:email" };
      } catch {
        return { error: "bad_verification_code", error_description: "incorrect or expired" };
      }
    },
    "/api/user": (request) => {
      const { id, login } = personOf(request);
      return { id, login, email: null, name: null };
    },
    "/api/user/emails": (request) => personOf(request).emails,
  });
  return {
    env: {
      GITHUB_CLIENT_ID: CLIENT.id,
      GITHUB_CLIENT_SECRET: CLIENT.secret,
      GITHUB_URL: server.url,
      GITHUB_API_URL: `${server.url}/api/`,
    },
    url: server.url,
    code: (page: string, who: GithubPerson) => known.give(page, who),
    stop: server.stop,
  };
}
