/**
 * The lab's own OpenID provider, which stands in for Google, GitHub and LinkedIn if those are not
 * configured. Loaded on first use; absent in production.
 */
import { generateKeyPairSync } from "node:crypto";
import { providers } from "@turnpike/contract/identity.ts";
import type { Configuration, Provider } from "oidc-provider";
import { redirectUris } from "../../identity/identity/redirect-uri.ts";
import { LAB_OIDC, labClientId } from "../../identity/sign-in-provider/lab-providers.ts";
import type { Services } from "../../platform/services.ts";
import { type LabPeople, labMemory } from "./oidc-memory.ts";

/** Prefix of the provider's session cookies. */
export const SESSION_COOKIE = "lab_oidc_session";

const TTL_SECONDS = 600;
const SCOPES = ["openid", "read:user", "user:email"];

/** Creates the provider. Its keys and everything it stores are lost when the process ends. */
export async function makeLabOidc(
  services: Services,
  people: LabPeople,
  errorPage: () => string,
): Promise<Provider> {
  const { Provider } = await import("oidc-provider");
  const { env, world, log } = services;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const provider = new Provider(env.publicUrl + LAB_OIDC, {
    ...setUp(people),
    clients: providers.map((name) => ({
      client_id: labClientId(name),
      redirect_uris: redirectUris(env),
      response_types: ["code"],
      grant_types: ["authorization_code"],
      // A public client, for which the provider requires PKCE.
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256",
    })),
    cookies: {
      keys: [world.random(32).toString("hex")],
      names: {
        session: SESSION_COOKIE,
        interaction: "lab_oidc_interaction",
        resume: "lab_oidc_resume",
      },
      long: { signed: true, httpOnly: true, sameSite: "lax", path: LAB_OIDC },
      short: { signed: true, httpOnly: true, sameSite: "lax" },
    },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" }] },
    renderError: (ctx) => {
      ctx.type = "html";
      ctx.body = errorPage();
    },
  } as Configuration);
  provider.on("server_error", (_ctx, error) =>
    log.error({ err: error }, "lab sign-in provider failed"),
  );
  return provider;
}

function setUp(people: LabPeople): Configuration {
  const ttlSeconds = () => TTL_SECONDS;
  return {
    adapter: labMemory(),
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    responseTypes: ["code"],
    scopes: SCOPES,
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    // Put e-mail and name into the ID token, as Google and LinkedIn do.
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: ttlSeconds,
      AuthorizationCode: () => 60,
      Grant: ttlSeconds,
      IdToken: ttlSeconds,
      Interaction: ttlSeconds,
      Session: ttlSeconds,
    },
    interactions: { url: (_ctx, { uid }) => `${LAB_OIDC}/interaction/${uid}` },
    findAccount: (_ctx, subject) => {
      const person = people.find(subject);
      if (!person) return undefined;
      const { email, name, verified } = person;
      const claims = () => ({ sub: subject, email, email_verified: verified, name });
      return { accountId: subject, claims };
    },
    // Grants consent without asking: the lab has nobody to protect.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc;
      if (!client || !session?.accountId) return undefined;
      const { clientId } = client;
      const grant = new provider.Grant({ clientId, accountId: session.accountId });
      grant.addOIDCScope([...SCOPES, "email", "profile"].join(" "));
      await grant.save();
      return grant;
    },
  };
}
