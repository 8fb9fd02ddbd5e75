/** Describes the console's calls for machines: OpenAPI 3.1 at `/console/openapi.json`. */
import { type ConsoleCall, generalRefusals } from "@turnpike/contract/console/call.ts";
import { type ConsoleCallName, consoleCalls } from "@turnpike/contract/console/calls.ts";
import { rolePermissions, staffRoles } from "@turnpike/rules/staff.ts";
import { refusalsShown } from "../docs/openapi-refusals.ts";
import {
  requestSchema,
  envelope,
  refTo,
  type Schemas,
  withNouns,
} from "../docs/openapi-schemas.ts";

const description = `Calls of the operator's console. Each is \`POST\` with a JSON body and the cookie of a session, from the console's own origin, and answers \`{code, msg, data}\`: code 0 is done, any other a refusal with its reason in \`data.reason\`.

\`x-permission\` of each call says what a role needs for it; \`visitor\` is anybody, \`staff\` anybody who is signed in. \`x-act\` marks those that change something: each is an entry of the audit log.`;

const namedCalls = Object.entries(consoleCalls) as unknown as [ConsoleCallName, ConsoleCall][];

function operation(name: ConsoleCallName, call: ConsoleCall) {
  const general = call.access === "visitor" ? (["foreignOrigin"] as const) : generalRefusals;
  return {
    operationId: name,
    summary: call.summary,
    "x-permission": call.access,
    "x-act": call.act,
    "x-refusals": refusalsShown([...general, ...call.refusals]),
    requestBody: {
      required: true,
      content: { "application/json": { schema: refTo("schemas", `Ask_${name}`) } },
    },
    responses: {
      200: {
        description: "Done, or a refusal of the business.",
        content: { "application/json": { schema: refTo("schemas", `Answer_${name}`) } },
      },
    },
  };
}

/** Returns the console's OpenAPI 3.1 document for a URL. */
export function consoleOpenApi(url: string) {
  const schemas: Schemas = Object.fromEntries(
    namedCalls.flatMap(([name, call]) => [
      [`Ask_${name}`, requestSchema(call.request)],
      [`Answer_${name}`, envelope(call.response)],
    ]),
  );
  return {
    openapi: "3.1.0",
    info: { title: "Turnpike console", version: "1", description },
    servers: [{ url }],
    paths: Object.fromEntries(
      namedCalls.map(([name, call]) => [call.path, { post: operation(name, call) }]),
    ),
    components: {
      schemas: withNouns(schemas),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "turnpike_console" },
      },
    },
    "x-roles": Object.fromEntries(staffRoles.map((role) => [role, rolePermissions[role]])),
  };
}
