/** GitHub: OAuth 2 without ID tokens; its API identifies the person. */
import * as openid from "openid-client";
import { z } from "zod";
import { limitedJson } from "../../platform/limited-answer.ts";
import { callbackUrl, challengeOf, configure } from "./oidc.ts";
import { addressOf } from "./profile.ts";
import type { Person, SignInProvider } from "./sign-in.ts";

export interface GithubSettings {
  clientId: string;
  clientSecret: string | undefined;
  /** The base URL of GitHub's pages. */
  url: string;
  apiUrl: string;
}

export function githubProvider({ clientId, clientSecret, ...at }: GithubSettings): SignInProvider {
  const url = at.url.replace(/(?<!\/)\/+$/, "");
  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  };
  return githubFlow({
    config: configure(metadata, { clientId, clientSecret }),
    clientId,
    apiUrl: at.apiUrl.replace(/(?<!\/)\/+$/, ""),
    issuerName: url,
  });
}

export interface GithubFlow {
  config: openid.Configuration;
  clientId: string;
  apiUrl: string;
  /** Stored with each identity as its issuer. */
  issuerName: string;
}

export function githubFlow(flow: GithubFlow): SignInProvider {
  const { config, clientId } = flow;
  return {
    clientId,
    async pageFor(start) {
      const page = openid.buildAuthorizationUrl(config, {
        scope: "read:user user:email",
        redirect_uri: start.redirectUri,
        state: start.state,
        ...(await challengeOf(start)),
      });
      return page.href;
    },

    async byCode(code, start) {
      const address = callbackUrl(config, code, start);
      const { access_token: token } = await openid.authorizationCodeGrant(config, address, {
        expectedState: start.state,
        pkceCodeVerifier: start.verifier,
      });
      return fetchPerson(flow, token);
    },

    byIdToken: () => Promise.reject(new Error("GitHub has no ID tokens")),
  };
}

const githubUser = z.object({ id: z.int().positive(), login: z.string().min(1).max(100) });
const githubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** Uses the numeric id: it is permanent, whereas user names can change hands. */
async function fetchPerson(flow: GithubFlow, token: string): Promise<Person> {
  const [user, emails] = await Promise.all([
    read(flow, "/user", token, githubUser),
    read(flow, "/user/emails", token, githubEmails),
  ]);
  const primary = emails.find((one) => one.primary);
  const email = addressOf(primary?.email);
  return {
    issuer: flow.issuerName,
    subject: String(user.id),
    email,
    emailVerified: email !== null && primary?.verified === true,
    label: user.login,
  };
}

async function read<T>(flow: GithubFlow, path: string, token: string, shape: z.ZodType<T>) {
  const headers = new Headers({ accept: "application/vnd.github+json" });
  const url = new URL(flow.apiUrl + path);
  const answer = await openid.fetchProtectedResource(flow.config, token, url, "GET", null, headers);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return shape.parse(await limitedJson(answer));
}
