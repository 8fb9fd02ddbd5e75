/** Sign-in providers: their interface, and the configured ones. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Provider } from "@turnpike/contract/identity.ts";
import type { Logger } from "pino";
import { labProvider } from "./lab-providers.ts";
import { lateProvider } from "./late-provider.ts";
import type { OidcSettings } from "./oidc.ts";

/** The start of a sign-in: what is sent to the provider, at first and with the code. */
export interface Start {
  state: string;
  nonce: string;
  /** The PKCE verifier; its S256 challenge is sent to the provider first. */
  verifier: string;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
}

/** A person as the provider identifies them. */
export interface Person {
  /** Together with `subject`, identifies the person permanently. */
  issuer: string;
  subject: string;
  /** Lower case; null if the provider sends no valid one. */
  email: string | null;
  /** Whether the provider has verified that the e-mail is the person's. */
  emailVerified: boolean;
  /** How the person recognises this login: an e-mail or a name. */
  label: string;
}

export interface SignInProvider {
  clientId: string;
  /** The page where a person signs in; null while the provider is unreachable. */
  pageFor(start: Start): Promise<string | null>;
  /** Exchanges a code for a person. Throws if the provider refuses or its response is invalid. */
  byCode(code: string, start: Start): Promise<Person>;
  /** Verifies an ID token. Throws if it is not for our client and this nonce. */
  byIdToken(token: string, nonce: string): Promise<Person>;
}

/** Null for a provider that is not configured. */
export type SignInProviders = Record<Provider, SignInProvider | null>;

/**
 * LinkedIn refuses a web client's token request that has a PKCE verifier, and its ID tokens contain
 * no nonce: only the sealed state ties a response to its start. Any other provider at
 * LINKEDIN_ISSUER uses both.
 */
const LINKEDIN_ITSELF = "https://www.linkedin.com/oauth";

/** The configured providers; the lab's replaces the others. Sends no request. */
export function signInProviders(env: Environment, log: Logger): SignInProviders {
  const google = env.GOOGLE_CLIENT_ID;
  const linkedin = env.LINKEDIN_CLIENT_ID;
  const github = env.GITHUB_CLIENT_ID;
  return {
    google: google
      ? oidc({
          clientId: google,
          clientSecret: env.GOOGLE_CLIENT_SECRET,
          issuer: env.GOOGLE_ISSUER,
          log,
        })
      : labProvider(env, "google"),
    github: github
      ? lateProvider(github, async () => {
          const { githubProvider } = await import("./github.ts");
          return githubProvider({
            clientId: github,
            clientSecret: env.GITHUB_CLIENT_SECRET,
            url: env.GITHUB_URL,
            apiUrl: env.GITHUB_API_URL,
          });
        })
      : labProvider(env, "github"),
    linkedin: linkedin
      ? oidc({
          clientId: linkedin,
          clientSecret: env.LINKEDIN_CLIENT_SECRET,
          issuer: env.LINKEDIN_ISSUER,
          bare: env.LINKEDIN_ISSUER === LINKEDIN_ITSELF,
          log,
        })
      : labProvider(env, "linkedin"),
  };
}

const oidc = (settings: OidcSettings) =>
  lateProvider(settings.clientId, async () => {
    const { oidcProvider } = await import("./oidc.ts");
    return oidcProvider(settings);
  });
