/** `upstreams …`: what pools sell beside own exits (spec/supply#commands). */
import { shownUpstream } from "../../inventory/upstream/definition.ts";
import { testUrl } from "../proxy-test/calls.ts";
import { addUpstream, setPlaces, setUpstream } from "./acts/upstreams.ts";
import { callCommand } from "./call-command.ts";
import {
  type Command,
  type CommandInput,
  performFromCli,
  readText,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { listUpstreams, namedUpstream } from "./read/upstreams.ts";
import { parseFile } from "./read/parse-file.ts";
import { table } from "./table.ts";
import { upstreamReports } from "./upstream-reports.ts";
import {
  renderSample,
  sampleFilter,
  type SampleRequest,
  testUpstream,
} from "./read/try-upstream.ts";

/** Reads an upstream's file, and the secret that its `secretFile` names. */
async function readUpstream(file: string) {
  const value = parseFile(await readText(file));
  const { secretFile } = (value ?? {}) as { secretFile?: unknown };
  const secret = typeof secretFile === "string" ? (await readText(secretFile)).trim() : null;
  return { file: value, secret };
}

const add: Command = {
  name: "upstreams add",
  args: "FILE",
  help: "Add a wholesaler's gateway to the pool from a JSON file; -: from standard input",
  run: async ({ services, args: [file = ""] }) => {
    const json = await performFromCli(services, addUpstream, await readUpstream(file));
    return { ok: true, text: `${json.name} is ${json.state}. Gateways use it at once.`, json };
  },
};

const set: Command = {
  name: "upstreams set",
  args: "NAME FILE",
  help: "Replace an upstream's file; login fields and a secret that are *** or absent stay",
  run: async ({ services, args: [name = "", file = ""] }) => {
    const input = { name, ...(await readUpstream(file)) };
    const json = await performFromCli(services, setUpstream, input);
    return { ok: true, text: `${json.name} is ${json.state}.`, json };
  },
};

const list: Command = {
  name: "upstreams list",
  args: "",
  help: "List upstreams with their state, use and alerts",
  run: async ({ services }) => {
    const json = await listUpstreams(services);
    const lines = json.map(({ hosts, countries, alerts, ...line }) => ({
      ...line,
      hosts: hosts.join(" "),
      countries: countries.join(" ") || "any",
      alert: alerts[0]?.text ?? "",
    }));
    const text = table(lines, {
      none: "There are no upstreams.",
      columns: [
        "name",
        "state",
        "how",
        "hosts",
        "countries",
        "priority",
        "weight",
        "connections",
        "todayBytes",
        "monthBytes",
        "alert",
      ],
    });
    return { ok: true, text, json };
  },
};

const show: Command = {
  name: "upstreams show",
  args: "NAME",
  help: "Show an upstream's file with its defaults; login fields and secret are ***",
  run: async ({ services, args: [name = ""] }) => {
    const json = shownUpstream(services.seal, await namedUpstream(services.db, name));
    return { ok: true, text: JSON.stringify(json, null, 2), json };
  },
};

const moveCommand = (to: "pause" | "resume" | "retire", help: string) =>
  callCommand({
    call: "upstreamMove",
    name: `upstreams ${to}`,
    args: "NAME",
    help,
    words: ["name"],
    fields: () => ({ to }),
    show: (json) => ({ text: `${json.name} is ${json.state}.`, json }),
  });

const requestArgs =
  "[--country CC] [--state S] [--city C] [--postal P] [--isp I] [--asn N] [--sid S] [--minutes N]";

/** A request as its options say. @throws UsageError */
function readRequest(options: CommandInput["options"]): SampleRequest {
  const text = (name: string) => {
    const value = options[name];
    return typeof value === "string" ? value : undefined;
  };
  if (text("asn") !== undefined) wholeNumber(text("asn"), "--asn");
  const [country, state, city, postal] = ["country", "state", "city", "postal"].map(text);
  return {
    filter: sampleFilter({ country, state, city, postal, isp: text("isp"), asn: text("asn") }),
    sid: text("sid") ?? null,
    minutes: text("minutes") === undefined ? null : wholeNumber(text("minutes"), "--minutes"),
  };
}

const renderCommand: Command = {
  name: "upstreams render",
  args: `NAME ${requestArgs}`,
  help: "Show host, port, user and password as they would be sent; login fields are ***",
  run: async ({ services, args: [name = ""], options }) => {
    const row = await namedUpstream(services.db, name);
    const json = await renderSample(services, row, readRequest(options));
    const text = table([json], { none: "", columns: ["host", "port", "user", "password"] });
    return { ok: true, text, json };
  },
};

const test: Command = {
  name: "upstreams test",
  args: `NAME ${requestArgs} [--target URL]`,
  help: "Make one request through an upstream from this machine",
  run: async ({ services, args: [name = ""], options }) => {
    const row = await namedUpstream(services.db, name);
    const { target } = options;
    if (target !== undefined && !URL.canParse(String(target)))
      throw new UsageError("--target must be a URL, such as http://example.com/ip");
    const { PROXY_TEST_URL, lab } = services.env;
    if (target === undefined && PROXY_TEST_URL === undefined && !lab)
      throw new UsageError("set PROXY_TEST_URL, or name a page: --target http://example.com/");
    const url = target === undefined ? testUrl(services.env) : new URL(String(target));
    const json = await testUpstream(services, row, readRequest(options), url);
    const columns = ["ok", "status", "class", "why", "ms", "exitIp", "place"] as const;
    const text = table([{ ...json, why: json.why ?? "" }], { none: "", columns: [...columns] });
    return { ok: json.ok, text, json };
  },
};

const places: Command = {
  name: "upstreams places",
  args: "NAME FILE",
  help: "Set how an upstream spells places, from CSV with country, state, city, isp and token",
  run: async ({ services, args: [name = "", file = ""] }) => {
    const csv = await readText(file);
    const json = await performFromCli(services, setPlaces, { name, csv });
    return { ok: true, text: `${name} spells ${json.places} places.`, json };
  },
};

export const upstreamCommands: Command[] = [
  add,
  set,
  list,
  show,
  moveCommand("pause", "Choose an upstream for no new connection"),
  moveCommand("resume", "Put an upstream back that is paused, out of quota or refuses its login"),
  moveCommand("retire", "Take an upstream out of the pool permanently; trace and costs remain"),
  renderCommand,
  test,
  places,
  ...upstreamReports,
];
