/** Lines of proxies in the formats that customers' programs read. */

/** Fields that a line can contain. */
export interface ProxyFields {
  host: string;
  port: number;
  user: string;
  password: string;
  country: string;
  city: string;
  expires: string;
  remark: string;
  /** The link that changes the proxy's address (spec/api#rotate), in formats that have it. */
  changeIp?: string | undefined;
}
export const proxyFieldNames = [
  "host",
  "port",
  "user",
  "password",
  "country",
  "city",
  "expires",
  "remark",
] as const satisfies readonly (keyof ProxyFields)[];

/** Predefined templates by name. */
export const proxyTemplates = {
  "host:port:user:password": "{host}:{port}:{user}:{password}",
  "user:password@host:port": "{user}:{password}@{host}:{port}",
  "host:port@user:password": "{host}:{port}@{user}:{password}",
  "user:password:host:port": "{user}:{password}:{host}:{port}",
  "host:port": "{host}:{port}",
  "http://": "http://{user}:{password}@{host}:{port}",
  "socks5://": "socks5://{user}:{password}@{host}:{port}",
  curl: "curl -x http://{user}:{password}@{host}:{port}",
} as const;
export const defaultTemplate = proxyTemplates["host:port:user:password"];
export const templateMaxLength = 200;

const FIELD = /\{(\w+)\}/g;
const isField = (name: string): name is keyof ProxyFields =>
  (proxyFieldNames as readonly string[]).includes(name);

/**
 * Returns whether a template is one line, not too long, and contains at least one field and only
 * known ones. Tabs are allowed; other control characters and lone surrogates are not.
 */
export function isTemplate(template: string): boolean {
  if (template.length > templateMaxLength || !template.isWellFormed()) return false;
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(template)) return false;
  const names = [...template.matchAll(FIELD)].map((match) => match[1] ?? "");
  return names.length > 0 && names.every(isField);
}

/**
 * Formats a proxy with a template; an IPv6 host is put in brackets. If no port is open (0) and the
 * template contains one, returns only the host: there is no proxy to connect to.
 */
export function proxyLine(template: string, fields: ProxyFields): string {
  if (fields.port === 0 && template.includes("{port}")) return fields.host;
  const host = fields.host.includes(":") ? `[${fields.host}]` : fields.host;
  const values: ProxyFields = { ...fields, host };
  return template.replaceAll(FIELD, (whole, name: string) =>
    isField(name) ? String(values[name]).replaceAll(/[\r\n]+/g, " ") : whole,
  );
}
