/** The lab's own provider (`lab/oidc.ts`), which replaces those that are not configured. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Provider } from "@turnpike/contract/identity.ts";
import { mayUseLab } from "../../platform/http/lab-guard.ts";
import { lateProvider } from "./late-provider.ts";
import type { SignInProvider } from "./sign-in.ts";

export const LAB_OIDC = "/lab/oidc";
export const labClientId = (name: Provider) => `lab-${name}`;

/** Null in production, and if the lab's pages would refuse their own host name. */
export function labProvider(env: Environment, name: Provider): SignInProvider | null {
  const { host } = new URL(env.publicUrl);
  if (!env.lab || !mayUseLab({ host, origin: undefined, site: undefined, method: "GET" })) {
    return null;
  }
  // If the system chooses the port, the URL is only known once the server listens.
  const flow = lateProvider(labClientId(name), () => labFlow(env.publicUrl + LAB_OIDC, name));
  return {
    ...flow,
    async pageFor(start) {
      const page = await flow.pageFor(start);
      // Lets another person be chosen each time.
      return page && `${page}&prompt=login`;
    },
  };
}

async function labFlow(issuer: string, name: Provider): Promise<SignInProvider> {
  const [{ githubFlow }, { configure, oidcFlow }] = await Promise.all([
    import("./github.ts"),
    import("./oidc.ts"),
  ]);
  const clientId = labClientId(name);
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ["ES256"],
  };
  // Does not contain the port, so that linked logins survive a restart.
  const issuerName = `lab:${name}`;
  const config = configure(metadata, { clientId });
  if (name === "github")
    return githubFlow({ config, clientId, apiUrl: `${issuer}/github`, issuerName });
  const discovery = { available: async () => config, required: async () => config };
  return oidcFlow({ clientId, bare: false, issuerName, discovery });
}
