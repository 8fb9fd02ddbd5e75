/** Tools for proxies: where they are, how to use one, whether it works, who may use it. */
import { calls } from "@turnpike/contract/calls.ts";
import { optional, text } from "@turnpike/contract/fields.ts";
import { placeFields, poolFields } from "@turnpike/contract/place-fields.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { endpointUrl } from "@turnpike/rules/endpoint.ts";
import { formatUsername, parseUsername } from "@turnpike/rules/username.ts";
import { z } from "zod";
import { LETTERS_AND_DIGITS, randomText } from "../../platform/random-text.ts";
import { sentences, tool } from "./tool.ts";

const { account, trafficGb, main, remark, pool } = calls.addSubUser.request.shape;

const locations = tool({
  name: "locations",
  title: "Locations",
  description:
    "Lists where proxies are: countries, or with `country` its cities. `traffic` (the default) is the plan that is billed by the byte, `static` are the static IPs that are free now, `pool` the single exits that are opened for hours.",
  calls: ["countryV2", "cityV2", "countrys", "city", "staticList"],
  request: z.object({
    product: z.enum(["traffic", "static", "pool"], "badField").default("traffic"),
    country: placeFields.country,
    pool: calls.countryV2.request.shape.pool,
  }),
  run: async ({ product, country, pool: from }, ask) => {
    const inPool = from === undefined ? {} : { pool: from };
    if (product === "static") {
      const { items } = await ask("staticList", country === undefined ? {} : { country });
      return { said: `${items.length} places have static IPs that are free now.`, data: { items } };
    }
    if (country === undefined) {
      const { items } =
        product === "pool" ? await ask("countrys", {}) : await ask("countryV2", inPool);
      return { said: `${items.length} countries have exits now.`, data: { items } };
    }
    const { items } =
      product === "pool"
        ? await ask("city", { country })
        : await ask("cityV2", { ...inPool, country });
    return { said: `${items.length} cities of ${country} have exits now.`, data: { items } };
  },
});

const minutes = z.int("badField").min(1, "badField").max(1440, "badField").optional();

const proxyUrl = tool({
  name: "proxy_url",
  title: "Proxy URL",
  description:
    "Returns the URL of a proxy of the traffic plan for a place and a session, ready for any HTTP or SOCKS5 client. Without `session` each connection takes another exit; with one the exit stays for `minutes`. It contains the password of one sub-account: keep it out of logs.",
  calls: ["availableSubUsers", "trafficInfo"],
  request: z.object({
    account: optional(text(22)).describe("The sub-account to use; the first one if absent."),
    ...poolFields,
    session: optional(text(32)).describe("1 to 32 letters and digits that name the session."),
    minutes: minutes.describe("How long the session keeps its exit, 1 to 1440; 3 if absent."),
    strict: z
      .boolean("badField")
      .optional()
      .describe("True to refuse connections when the session's exit is gone."),
    protocol: z.enum(["http", "socks5"], "badField").default("http"),
  }),
  run: async ({ account: name, session, minutes: t, strict = false, protocol, ...place }, ask) => {
    const [{ items }, { endpoints }] = await Promise.all([
      ask("availableSubUsers", {}),
      ask("trafficInfo", {}),
    ]);
    const wanted = name?.toLowerCase();
    const found = items.find((one) => wanted === undefined || one.account.toLowerCase() === wanted);
    if (!found) throw new Refusal("subAccountNotFound", { field: "account" });
    const [entry] = endpoints;
    if (!entry) throw new Refusal("notReady");
    const filter = Object.fromEntries(
      Object.entries(place).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, String(value)]],
      ),
    );
    const username = formatUsername({
      name: found.account,
      filter,
      strict,
      ...(session === undefined ? {} : { sid: session }),
      ...(t === undefined ? {} : { minutes: t }),
    });
    if (!parseUsername(username).ok) throw new Refusal("badField", { field: "session" });
    const { host, port } = entry;
    const proxy = { protocol, host, port, username, password: found.password };
    return {
      said: "Use this URL as the proxy. test_proxy says whether it works.",
      data: { url: endpointUrl(proxy), ...proxy, availableBytes: found.availableBytes },
    };
  },
});

const testProxy = tool({
  name: "test_proxy",
  title: "Test a proxy",
  description:
    "Fetches a small page through one of the account's own proxies and says which address the target saw, or why it did not work and what to do. Its bytes are billed as usual.",
  calls: ["proxyTest"],
  request: z.object(calls.proxyTest.request.shape),
  changes: true,
  repeatable: true,
  run: async (request, ask) => {
    const result = await ask("proxyTest", request);
    const said = result.ok
      ? "The proxy works."
      : sentences(`The proxy does not work: ${result.text || result.reason}`, result.fix);
    return { said, data: result };
  },
});

const PASSWORD_LENGTH = 16;

const createSubAccount = tool({
  name: "create_sub_account",
  title: "Create a sub-account",
  description:
    "Creates a name and password that proxy traffic is sent under, with an allocation in GB, or as the main one that uses all that is not allocated. Names can never be used again, so ask before you create many.",
  calls: ["addSubUser"],
  request: z.object({ account, trafficGb, main, remark, pool }),
  changes: true,
  run: async (request, ask, world) => {
    const password = randomText(world, LETTERS_AND_DIGITS, PASSWORD_LENGTH);
    const made = await ask("addSubUser", { ...request, password });
    return {
      said: "The sub-account can be used now. proxy_url gives its URLs.",
      data: { ...made, password },
    };
  },
});

export const proxyTools = [locations, proxyUrl, testProxy, createSubAccount];
