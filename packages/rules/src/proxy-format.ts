/** Lines of proxies in the forms that customers' programs read. */

/** What can stand in a line. */
export interface ProxyFields {
  host: string;
  port: number;
  user: string;
  password: string;
  country: string;
  city: string;
  expires: string;
  remark: string;
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

/** Templates that are offered by name. */
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
 * Whether a template is one line, not too long, and names at least one known field and no other. A
 * tab may part fields; other control characters, and halves of letters, may not stand in it.
 */
export function isTemplate(template: string): boolean {
  if (template.length > templateMaxLength || !template.isWellFormed()) return false;
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(template)) return false;
  const names = [...template.matchAll(FIELD)].map((match) => match[1] ?? "");
  return names.length > 0 && names.every(isField);
}

/**
 * The template's line for one proxy; an IPv6 host stands in brackets before a port. Where no port is
 * open (0) a line that names it is the bare host: there is no proxy to be told of.
 */
export function proxyLine(template: string, fields: ProxyFields): string {
  if (fields.port === 0 && template.includes("{port}")) return fields.host;
  const host = fields.host.includes(":") ? `[${fields.host}]` : fields.host;
  const values: ProxyFields = { ...fields, host };
  return template.replaceAll(FIELD, (whole, name: string) =>
    isField(name) ? String(values[name]).replaceAll(/[\r\n]+/g, " ") : whole,
  );
}
