/**
 * The OpenAPI 3.1 document of all calls at `/openapi.json`, generated from the contract, and its
 * form for code generators at `/openapi-3.0.json`.
 */
import type { Call } from "@turnpike/contract/call.ts";
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { consoleReasons } from "@turnpike/contract/console/call.ts";
import { managerPort } from "@turnpike/contract/manager.ts";
import { refusals } from "@turnpike/contract/refusals.ts";
import { tags } from "@turnpike/contract/call.ts";
import type { FastifyInstance } from "fastify";
import { brandOf, brandSetting } from "../../platform/brand/brand.ts";
import { sendText, type StaticText, compressedText } from "../../platform/http/send-text.ts";
import type { Services } from "../../platform/services.ts";
import { openApi30 } from "./openapi-30.ts";
import { servicePaths, serviceSchemas } from "./openapi-services.ts";
import { callerSchemas, callSchemas, operation } from "./openapi-calls.ts";
import { extractSchemas, filePaths } from "./openapi-files.ts";
import { refusalResponses, refusedSchema } from "./openapi-refused.ts";
import { refusalShown } from "./openapi-refusals.ts";
import { securitySchemes } from "./openapi-security.ts";
import { withNouns } from "./openapi-schemas.ts";
import { webhookRequests, webhookSchemas } from "./openapi-webhooks.ts";

const description = `Every call is \`POST\` with a form or a JSON body, and returns \`{code, msg, data}\`. Code 0 is done; any other code is a refusal with its reason in \`data.reason\` and a sentence in \`msg\`. Refusals of the business are HTTP 200; other statuses are the transport's, with the same envelope.

**Credentials**: programs send an API key, as \`key\` in the body or as \`Authorization: Bearer\`; a session's token (returned by signing in) is sent as \`session\` in the body. \`x-access\` of each call says who may make it: \`visitor\`, \`session\` (no key may), or the scope that a key needs, \`read\`, \`proxies\`, \`buy\`, \`money\` or \`manage\`; \`x-access-with\` names fields that need another, some by their value.

**Units**: money is in cents of the currency that /brand.json names, unit prices in its millionths, traffic in bytes (1 GB = 1,000,000,000), times are ISO 8601 in UTC, days begin at midnight UTC. In a form, lists are separated by commas and flags are 1 or 0.

**Once**: calls that spend, and the one that creates a sub-account (\`x-once\`), take a \`requestId\` of 8 to 64 characters. A repeated call with the same fields returns the first result and does nothing twice.

**Pages**: \`page\` from 1, \`limit\` 10 by default and 100 at most; the response has \`items\` and \`total\`.`;

const namedCalls = Object.entries(calls) as unknown as [CallName, Call][];

/** The addresses of the other services. */
function serviceUrls(publicUrl: string, lookupPort: number) {
  const lookup = new URL(publicUrl);
  lookup.port = String(lookupPort);
  return { lookup: lookup.origin, manager: `http://127.0.0.1:${managerPort}` };
}

/** Returns the OpenAPI 3.1 document for an installation's URL, name and its lookup service's port. */
export function openApi(publicUrl: string, { title = "Proxies", lookupPort = 3_100 } = {}) {
  const url = publicUrl.replace(/\/$/, "");
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      summary: "Proxies by the byte, by the IP, by the port: everything that the dashboard does.",
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url, description: "The API, at the dashboard's own address." }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths: {
      ...Object.fromEntries(
        namedCalls.map(
          ([name, call]) => [call.path, { post: operation(url, name, call) }] as const,
        ),
      ),
      ...filePaths(),
      ...servicePaths(serviceUrls(publicUrl, lookupPort)),
    },
    webhooks: webhookRequests(),
    components: {
      schemas: withNouns({
        ...callerSchemas,
        Refused: refusedSchema,
        ...Object.fromEntries([
          ...namedCalls.flatMap(([name, call]) => callSchemas(name, call)),
          ...extractSchemas(),
          ...serviceSchemas(),
          ...webhookSchemas(),
        ]),
      }),
      responses: refusalResponses,
      securitySchemes,
    },
    "x-refusals": (Object.keys(refusals) as (keyof typeof refusals)[])
      .filter((reason) => !consoleReasons.includes(reason))
      .map(refusalShown),
  };
}
export type OpenApi = ReturnType<typeof openApi>;

const TYPE = "application/json; charset=utf-8";

/**
 * Serves the document, and returns a function that gives it to the pages at `/docs`. It is
 * generated on first use and kept until the brand changes.
 */
export function openApiRoutes(app: FastifyInstance, services: Services): () => OpenApi {
  const { env, settings } = services;
  let cached: OpenApi | undefined;
  const responses = new Map<string, Promise<StaticText>>();
  settings.onChange(brandSetting, () => {
    cached = undefined;
    responses.clear();
  });
  const document = () =>
    (cached ??= openApi(env.publicUrl, {
      title: brandOf(services).name,
      lookupPort: env.LOOKUP_PORT,
    }));
  const serve = (path: string, made: () => object) =>
    app.get(path, async (request, reply) => {
      const response = responses.get(path) ?? compressedText(TYPE, JSON.stringify(made()));
      responses.set(path, response);
      return sendText(request, reply, await response);
    });
  serve("/openapi.json", document);
  serve("/openapi-3.0.json", () => openApi30(document()));
  return document;
}
