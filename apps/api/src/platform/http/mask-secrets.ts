/** Masks credentials in what a read-only view shows (spec/console#view). */
const secretNames = new Set(["password", "secret", "accessKey", "token", "session"]);
const MASK = "••••••••";

/** Masks query parameters of URLs that are secrets, such as an extraction link's. */
const masked = (text: string) => text.replace(/([?&](?:token|key)=)[^&\s]+/gi, `$1${MASK}`);

/** Copies an answer with its secrets masked, by field name. */
export function maskSecrets<T>(value: T): T {
  if (typeof value === "string") return masked(value) as T;
  if (Array.isArray(value)) return value.map(maskSecrets) as T;
  if (typeof value !== "object" || value === null) return value;
  const shown = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    const isSecret = secretNames.has(name) && typeof inner === "string" && inner !== "";
    return [name, isSecret ? MASK : maskSecrets(inner)] as const;
  });
  return Object.fromEntries(shown) as T;
}
