/** What a read-only view shows in place of what lets somebody in (spec/console#view). */
const secretNames = new Set(["password", "secret", "accessKey", "token", "session"]);
const MASK = "••••••••";

/** Query parameters of addresses that are secrets themselves, such as an extraction link's. */
const masked = (text: string) => text.replace(/([?&](?:token|key)=)[^&\s]+/gi, `$1${MASK}`);

/** A copy of an answer with secrets masked, by the names of their fields. */
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
