/**
 * What each operation of `/openapi.json` needs (its `security`), derived from the rights that the
 * contract gives it.
 */
import { type Access, scopeOf } from "@turnpike/contract/call.ts";
import type { Scope } from "@turnpike/rules/api-key.ts";

/** The ways to show a right. A session has none that OpenAPI knows: it is a field of the body. */
export const securitySchemes = {
  key: {
    type: "http",
    scheme: "bearer",
    description:
      "An API key; it needs the scopes that a call lists. A POST takes it as `key` in the body too.",
  },
  session: {
    type: "http",
    scheme: "session-in-body",
    description:
      "A session's token, as returned by signing in. It is sent as the field `session` of the body, never in a header or an address.",
  },
  ticket: {
    type: "apiKey",
    in: "query",
    name: "ticket",
    description: "A ticket of `/v1/ticket`: valid for one download, within a minute.",
  },
  link: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "The token of an extraction link; works from whitelisted addresses alone.",
  },
  signature: {
    type: "apiKey",
    in: "header",
    name: "webhook-signature",
    description: "This installation's signature of a webhook's request, by Standard Webhooks.",
  },
} as const;

type Requirement = { [scheme in keyof typeof securitySchemes]?: readonly Scope[] };

/** The requirements of a call, any one of which is enough; none for visitors. */
export function securityOf(access: Access): Requirement[] {
  const scope = scopeOf(access);
  if (access === "visitor") return [];
  return scope === null ? [{ session: [] }] : [{ key: [scope] }, { session: [] }];
}

/** Services other than the API know no sessions. */
export const serviceSecurity = (scope: Scope | undefined): Requirement[] =>
  scope === undefined ? [] : [{ key: [scope] }];
