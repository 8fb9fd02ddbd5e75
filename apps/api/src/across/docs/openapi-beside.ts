/** What is answered beside the API, in `/openapi.json`: the lookup service, the local manager, health. */
import { lookupExamples, managerExamples } from "@turnpike/contract/examples/beside.ts";
import { lookupCalls } from "@turnpike/contract/lookup.ts";
import { managerCalls } from "@turnpike/contract/manager.ts";
import type { RefusalReason } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
import { asForm, envelope, transport } from "./openapi-calls.ts";
import { inAddress, langParameter } from "./openapi-files.ts";
import { fieldReasons, refusalsShown } from "./openapi-refusals.ts";
import { asked, type JsonSchema, refTo } from "./openapi-schemas.ts";

type LookupName = keyof typeof lookupCalls;
type ManagerName = keyof typeof managerCalls;

const lookupWords: Record<LookupName, [summary: string, description: string]> = {
  getIp: [
    "What is known of an address.",
    "The asker's own address without `ip`. Nobody signs in, nothing is paid.",
  ],
  ipList: [
    "What is known of addresses, or exits of the ISP pool at a place.",
    "With `ips` all of those, 100 at most; without, a page of the pool's exits that are online. With the access key as `key` the addresses that its account has open are not masked.",
  ],
  start: [
    "Opens an exit of the ISP pool and holds it for the account.",
    "Costs one IP of balance. The exit of `ip`, else one drawn of the place, for `hours`.",
  ],
  online: ["What the lookup service holds for the account now.", "Ended ones are left out."],
  stop: ["Releases what is held, at once.", "Nothing is paid back for time that is left."],
};
const managerWords: Record<ManagerName, [summary: string, description: string]> = {
  ipList: ["The local ports that stand, and the manager's version.", "Their secrets are left out."],
  start: [
    "Opens a local port without a password, which leads to one proxy.",
    "It listens on this machine alone, when it is answered. The fields of the port stand in `item` too.",
  ],
  del: ["Closes local ports at once.", "An unknown one refuses all of them (`portNotFound`)."],
};

/** What they can be refused for beside their fields. */
const lookupReasons: Record<LookupName, RefusalReason[]> = {
  getIp: ["badIp"],
  ipList: ["badIp", "sessionInvalid"],
  start: [
    "sessionInvalid",
    "badIp",
    "exitNotFound",
    "requestIdReused",
    "insufficientIps",
    "insufficientStock",
    "portUnavailable",
    "tooManyTries",
  ],
  online: ["sessionInvalid"],
  stop: ["sessionInvalid", "openedIpNotFound"],
};
const managerReasons: Record<ManagerName, RefusalReason[]> = {
  ipList: [],
  start: ["badUpstream"],
  del: ["portNotFound"],
};

/** How operations are named: other services have calls of the same names. */
const idOf = (service: "lookup" | "manager", name: string) =>
  `${service}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function done(id: string, summary: string, data: unknown) {
  return {
    description: "Done (code 0), or refused (another code, with data.reason).",
    content: {
      "application/json": {
        schema: { anyOf: [refTo("schemas", `Done_${id}`), refTo("schemas", "Refused")] },
        examples: { [id]: { summary, value: { code: 0, msg: "", data } } },
      },
    },
  };
}

function sent(id: string, summary: string, question: Record<string, unknown>) {
  const value = question;
  const schema = refTo("schemas", `Ask_${id}`);
  const description = `As it is sent: \`${asForm(value)}\``;
  return {
    required: false,
    content: {
      "application/x-www-form-urlencoded": {
        schema,
        examples: { [id]: { summary, description, value } },
      },
      "application/json": { schema, examples: { [id]: { summary, value } } },
    },
  };
}

function lookupOperation(name: LookupName) {
  const { method, question } = lookupCalls[name];
  const [summary, description] = lookupWords[name];
  const example = lookupExamples[name];
  const id = idOf("lookup", name);
  const how =
    method === "POST"
      ? { requestBody: sent(id, summary, example.question) }
      : { parameters: [...inAddress(question.shape, example.question), langParameter] };
  return {
    operationId: id,
    summary,
    description: `${description} One network asks for 300 addresses a minute at most.`,
    tags: ["Lookup service"],
    ...how,
    responses: {
      200: done(id, summary, example.answer),
      429: refTo("responses", "TooManyTries"),
      ...transport,
    },
    "x-access": method === "POST" ? "visitor" : "key",
    "x-refusals": refusalsShown([...fieldReasons(question.shape), ...lookupReasons[name]]),
  };
}

function managerOperation(name: ManagerName) {
  const [summary, description] = managerWords[name];
  const { question, answer } = managerExamples[name];
  const id = idOf("manager", name);
  return {
    operationId: id,
    summary,
    description: `${description} Programs of the machine and this provider's dashboards may ask.`,
    tags: ["Local manager"],
    requestBody: sent(id, summary, question),
    responses: {
      200: done(id, summary, answer),
      403: refTo("responses", "ForeignOrigin"),
      ...transport,
    },
    "x-access": "visitor",
    "x-refusals": refusalsShown([
      ...fieldReasons(managerCalls[name].question.shape),
      ...managerReasons[name],
    ]),
  };
}

const up = z.object({ up: z.literal(true).describe("The process answers.") });
const readiness = z.object({
  database: z.boolean().describe("The database takes writes."),
  gateways: z.int().describe("Gateways that are connected."),
  disk: z.enum(["ok", "low", "full"]).describe("The room on the data directory's disk."),
});

function health() {
  const get = (operationId: string, summary: string, description: string, answer: unknown) => ({
    operationId,
    summary,
    description,
    tags: ["Health"],
    responses: { 200: done(operationId, summary, answer) },
    "x-access": "visitor",
    "x-refusals": [],
  });
  const ready = get(
    "readyz",
    "Whether customers can be served.",
    "200 where the database takes writes and a gateway is connected, else 503.",
    { database: true, gateways: 2, disk: "ok" },
  );
  return {
    "/healthz": {
      get: get("healthz", "Whether the process is up.", "Nothing behind it is asked.", {
        up: true,
      }),
    },
    "/readyz": {
      get: { ...ready, responses: { ...ready.responses, 503: refTo("responses", "Unready") } },
    },
  };
}

/** Paths of the other services: each names the server that answers it. */
export function besidePaths(servers: { lookup: string; manager: string }) {
  const lookup = (Object.keys(lookupCalls) as LookupName[]).map((name) => {
    const { method, path } = lookupCalls[name];
    const own = { servers: [{ url: servers.lookup, description: "The lookup service." }] };
    return [path, { ...own, [method.toLowerCase()]: lookupOperation(name) }] as const;
  });
  return Object.fromEntries([
    ...lookup,
    ...managerPaths(servers.manager),
    ...Object.entries(health()),
  ]);
}

/** `/ipList` and `/start` are the lookup service's as well: a fragment, which is never sent, tells. */
function managerPaths(url: string) {
  return (Object.keys(managerCalls) as ManagerName[]).map((name) => {
    const own = {
      servers: [{ url, description: "The local manager, on the customer's machine." }],
    };
    return [
      `${managerCalls[name].path}#manager`,
      { ...own, post: managerOperation(name) },
    ] as const;
  });
}

/** The schemas of both services and of health. */
export function besideSchemas(): [string, JsonSchema][] {
  const lookup = Object.entries(lookupCalls).flatMap(([name, { method, question, answer }]) => {
    const id = idOf("lookup", name);
    const key = name === "ipList" ? { key: refTo("schemas", "AccessKey") } : {};
    const body = asked(question, { ...key, lang: refTo("schemas", "Lang") });
    // What is asked by GET stands in the address.
    return [
      ...(method === "POST" ? [[`Ask_${id}`, body]] : []),
      [`Done_${id}`, envelope(answer)],
    ] as [string, JsonSchema][];
  });
  const manager = Object.entries(managerCalls).flatMap(([name, { question, answer }]) => {
    const id = idOf("manager", name);
    return [
      [`Ask_${id}`, asked(question)],
      [`Done_${id}`, envelope(answer)],
    ] as [string, JsonSchema][];
  });
  return [
    ...lookup,
    ...manager,
    ["Done_healthz", envelope(up)],
    ["Done_readyz", envelope(readiness)],
  ];
}
