/** The redirect URI of a sign-in: the dashboard, under the host name that the browser uses. */
import type { Environment } from "@turnpike/contract/environment.ts";

const LANDING = "/index/loading";
const THIS_MACHINE = ["127.0.0.1", "localhost"];

/**
 * The allowed redirect URIs, PUBLIC_URL's own first. On one machine the dashboard has two host
 * names, and a browser does not share storage between them.
 */
export function redirectUris({ publicUrl }: Environment): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const names = THIS_MACHINE.includes(hostname) ? THIS_MACHINE : [];
  const origins = names.map((name) => `${protocol}//${name}${port ? `:${port}` : ""}`);
  return [...new Set([publicUrl, ...origins])].map((origin) => origin + LANDING);
}

/** The requested URI if it is allowed, else PUBLIC_URL's. */
export function redirectUriFor(env: Environment, wanted: string | undefined): string {
  const allowed = redirectUris(env);
  return allowed.find((uri) => uri === wanted) ?? allowed[0] ?? env.publicUrl + LANDING;
}
