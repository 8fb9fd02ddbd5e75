import { readProxies } from "./proxy.ts";

/** Reads a text of exactly one proxy. */
export function only(text: string, hosts: string[] = []) {
  const { proxies } = readProxies(text, hosts);
  const [proxy] = proxies;
  if (!proxy || proxies.length > 1) throw new Error(`${text} has ${proxies.length} proxies`);
  return proxy;
}
