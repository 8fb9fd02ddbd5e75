/** Where a provider sends the browser back to: the dashboard, by the name it was opened under. */
import type { Environment } from "@turnpike/contract/environment.ts";

const LANDING = "/index/loading";
const THIS_MACHINE = ["127.0.0.1", "localhost"];

/**
 * The addresses that may be come back to, PUBLIC_URL's own first. On one machine the dashboard has
 * two names; a browser keeps what it began under one of them from the other.
 */
export function redirectUris({ publicUrl }: Environment): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const names = THIS_MACHINE.includes(hostname) ? THIS_MACHINE : [];
  const origins = names.map((name) => `${protocol}//${name}${port ? `:${port}` : ""}`);
  return [...new Set([publicUrl, ...origins])].map((origin) => origin + LANDING);
}

/** The landing that was asked for, where it is one of ours; PUBLIC_URL's otherwise. */
export function redirectUriFor(env: Environment, wanted: string | undefined): string {
  const known = redirectUris(env);
  return known.find((one) => one === wanted) ?? known[0] ?? env.publicUrl + LANDING;
}
