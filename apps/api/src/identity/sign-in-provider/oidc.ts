/** A provider with OpenID Connect: Google, LinkedIn. */
import type { Logger } from "pino";
import * as openid from "openid-client";
import { type Discovery, cachedDiscovery, reasonOf } from "./discovery.ts";
import { addressOf, type Profile, isIssuedInFuture } from "./profile.ts";
import type { Person, SignInProvider, Start } from "./sign-in.ts";

/** Two requests in a row (token, keys) must end before the timeout of our own call. */
export const TIMEOUT_SECONDS = 4;

export interface OidcSettings {
  clientId: string;
  /** Absent for a public client, which only uses PKCE. */
  clientSecret: string | undefined;
  issuer: string;
  /** True for a provider that supports neither PKCE nor nonce (`sign-in.ts`). */
  bare?: boolean;
  log: Logger;
}

export function oidcProvider(settings: OidcSettings): SignInProvider {
  const { clientId, issuer, log } = settings;
  const discovery = cachedDiscovery(
    () => discover(settings),
    (error) => log.warn({ issuer, why: reasonOf(error) }, "sign-in provider discovery failed"),
  );
  return oidcFlow({ clientId, bare: settings.bare ?? false, discovery });
}

export interface OidcFlow {
  clientId: string;
  bare: boolean;
  /** Stored with each identity instead of the issuer's URL, where that may change. */
  issuerName?: string;
  discovery: Discovery;
}

/** The authorization code flow and ID tokens from a button, with the discovered configuration. */
export function oidcFlow(flow: OidcFlow): SignInProvider {
  const { clientId, bare } = flow;
  return {
    clientId,
    async pageFor(start) {
      const config = await flow.discovery.available();
      if (!config) return null;
      const page = openid.buildAuthorizationUrl(config, {
        scope: "openid email profile",
        redirect_uri: start.redirectUri,
        state: start.state,
        ...(bare ? {} : { nonce: start.nonce, ...(await challengeOf(start)) }),
      });
      return page.href;
    },

    async byCode(code, start) {
      const config = await flow.discovery.required();
      const tokens = await openid.authorizationCodeGrant(config, callbackUrl(config, code, start), {
        expectedState: start.state,
        idTokenExpected: true,
        ...(bare ? {} : { expectedNonce: start.nonce, pkceCodeVerifier: start.verifier }),
      });
      return personOf(config, tokens.claims(), flow);
    },

    async byIdToken(token, nonce) {
      const config = withIdTokens(await flow.discovery.required());
      const answer = new URL(`#id_token=${encodeURIComponent(token)}`, "https://button.invalid");
      const claims = await openid.implicitAuthentication(config, answer, nonce);
      return personOf(config, claims, flow);
    },
  };
}

/** The S256 challenge, sent to the provider first (RFC 7636). */
export async function challengeOf({ verifier }: Start) {
  return {
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
}

/**
 * The URL that the browser was redirected to. It arrives in parts, without the RFC 9207 issuer: the
 * sealed state identifies the provider instead.
 */
export function callbackUrl(config: openid.Configuration, code: string, start: Start): URL {
  const address = new URL(start.redirectUri);
  address.searchParams.set("code", code);
  address.searchParams.set("state", start.state);
  const { authorization_response_iss_parameter_supported, issuer } = config.serverMetadata();
  if (authorization_response_iss_parameter_supported) address.searchParams.set("iss", issuer);
  return address;
}

/** The client configuration: with timeouts, http on this machine only, signatures verified. */
export function configure(
  metadata: openid.ServerMetadata,
  { clientId, clientSecret }: { clientId: string; clientSecret?: string | undefined },
): openid.Configuration {
  const config = new openid.Configuration(metadata, clientId, clientSecret);
  config.timeout = TIMEOUT_SECONDS;
  if (metadata.issuer.startsWith("http://")) openid.allowInsecureRequests(config);
  if (metadata.jwks_uri) openid.enableNonRepudiationChecks(config);
  return config;
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings) {
  const insecure = issuer.startsWith("http://");
  const discovered = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: insecure ? [openid.allowInsecureRequests] : [],
  });
  const metadata = discovered.serverMetadata();
  if (!metadata.jwks_uri) throw new Error("the provider has no keys");
  return configure(metadata, { clientId, clientSecret });
}

const idTokenConfigs = new WeakMap<openid.Configuration, openid.Configuration>();

/** The same configuration, for ID tokens that did not come from the token endpoint. */
function withIdTokens(config: openid.Configuration): openid.Configuration {
  const cached = idTokenConfigs.get(config);
  if (cached) return cached;
  const derived = configure(config.serverMetadata(), {
    clientId: config.clientMetadata().client_id,
  });
  openid.useIdTokenResponseType(derived);
  idTokenConfigs.set(config, derived);
  return derived;
}

function personOf(
  config: openid.Configuration,
  claims: openid.IDToken | undefined,
  { issuerName }: OidcFlow,
): Person {
  if (!claims) throw new Error("no ID token");
  if (isIssuedInFuture(claims.iat)) throw new Error("an ID token of the future");
  const { sub, email, email_verified: verified, name } = claims as openid.IDToken & Profile;
  // The limit of OpenID Connect §2; LinkedIn's and Google's are far shorter.
  if (sub.length > 255) throw new Error("a subject too long");
  const address = addressOf(email);
  return {
    issuer: issuerName ?? config.serverMetadata().issuer,
    subject: sub,
    email: address,
    // LinkedIn has sent it as a string at times.
    emailVerified: address !== null && (verified === true || verified === "true"),
    label: address ?? (typeof name === "string" && name !== "" ? name.slice(0, 100) : sub),
  };
}
