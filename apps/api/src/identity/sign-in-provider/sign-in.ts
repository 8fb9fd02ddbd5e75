/** What we need of third parties by whom people sign in, and who they are here. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Provider } from "@turnpike/contract/identity.ts";
import type { Logger } from "pino";
import { githubProvider } from "./github.ts";
import { labProvider } from "./lab-providers.ts";
import { oidcProvider } from "./oidc.ts";

/** A sign-in that begins: what the provider is told, and what it is later asked with. */
export interface Start {
  state: string;
  nonce: string;
  /** The PKCE verifier; the provider is shown its S256 challenge first. */
  verifier: string;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
}

/** Who somebody is at a provider. */
export interface Person {
  /** Together with `subject` it names the person, for ever and nobody else. */
  issuer: string;
  subject: string;
  /** Lower case; null where the provider tells none that can be written to. */
  email: string | null;
  /** Whether the provider says that the e-mail is the person's. */
  emailVerified: boolean;
  /** What the person knows this login by: an e-mail or a name. */
  label: string;
}

export interface SignInProvider {
  clientId: string;
  /** The page where a person signs in; null while the provider cannot be found. */
  pageFor(start: Start): Promise<string | null>;
  /** Whose code it is. Throws where the provider, or a check of what it said, refuses. */
  byCode(code: string, start: Start): Promise<Person>;
  /** Whose ID token it is, made for our client and this nonce. Throws where it is not. */
  byIdToken(token: string, nonce: string): Promise<Person>;
}

/** Who is not set up is null. */
export type SignInProviders = Record<Provider, SignInProvider | null>;

/**
 * LinkedIn refuses a web client's token request that has a PKCE verifier, and its ID tokens bear no
 * nonce: there the sealed state alone ties an answer to its start. Whatever else stands at
 * LINKEDIN_ISSUER gets and proves both.
 */
const LINKEDIN_ITSELF = "https://www.linkedin.com/oauth";

/** The providers that are set up; the lab stands in for those that are not. Asks nobody yet. */
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
