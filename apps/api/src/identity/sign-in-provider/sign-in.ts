/** Sign-in providers: their interface, and those that are configured. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Provider } from "@turnpike/contract/identity.ts";
import type { Logger } from "pino";
import { githubProvider } from "./github.ts";
import { labProvider } from "./lab-providers.ts";
import { oidcProvider } from "./oidc.ts";

/** The start of a sign-in: what the provider receives, at first and with the code. */
export interface Start {
  state: string;
  nonce: string;
  /** The PKCE verifier; the provider receives its S256 challenge first. */
  verifier: string;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
}

/** Who somebody is at a provider. */
export interface Person {
  /** Identifies the person for ever, together with `subject`. */
  issuer: string;
  subject: string;
  /** Lower case; null if the provider gives no valid one. */
  email: string | null;
  /** Whether the provider has verified that the e-mail is the person's. */
  emailVerified: boolean;
  /** What the person knows this login by: an e-mail or a name. */
  label: string;
}

export interface SignInProvider {
  clientId: string;
  /** The page where a person signs in; null while the provider cannot be found. */
  pageFor(start: Start): Promise<string | null>;
  /** The person of a code. Throws if the provider refuses it or its answer is invalid. */
  byCode(code: string, start: Start): Promise<Person>;
  /** The person of an ID token. Throws if it is not for our client and this nonce. */
  byIdToken(token: string, nonce: string): Promise<Person>;
}

/** Null for a provider that is not configured. */
export type SignInProviders = Record<Provider, SignInProvider | null>;

/**
 * LinkedIn refuses a web client's token request that has a PKCE verifier, and its ID tokens bear no
 * nonce: there the sealed state alone ties an answer to its start. Any other provider at
 * LINKEDIN_ISSUER uses both.
 */
const LINKEDIN_ITSELF = "https://www.linkedin.com/oauth";

/** The configured providers; the lab's replaces the others. Sends no request yet. */
export function signInProviders(env: Environment, log: Logger): SignInProviders {
  const google = env.GOOGLE_CLIENT_ID;
  const linkedin = env.LINKEDIN_CLIENT_ID;
  const github = env.GITHUB_CLIENT_ID;
  return {
    google: google
      ? oidcProvider({
          clientId: google,
          clientSecret: env.GOOGLE_CLIENT_SECRET,
          issuer: env.GOOGLE_ISSUER,
          log,
        })
      : labProvider(env, "google"),
    github: github
      ? githubProvider({
          clientId: github,
          clientSecret: env.GITHUB_CLIENT_SECRET,
          url: env.GITHUB_URL,
          apiUrl: env.GITHUB_API_URL,
        })
      : labProvider(env, "github"),
    linkedin: linkedin
      ? oidcProvider({
          clientId: linkedin,
          clientSecret: env.LINKEDIN_CLIENT_SECRET,
          issuer: env.LINKEDIN_ISSUER,
          bare: env.LINKEDIN_ISSUER === LINKEDIN_ITSELF,
          log,
        })
      : labProvider(env, "linkedin"),
  };
}
