/** Acts on upstreams and on the shares of the pool. */
import { recogniseLine } from "@turnpike/proxy-strings/upstream/from-line.ts";
import { presets } from "@turnpike/proxy-strings/upstream/presets.ts";
import { readEndpoint } from "@turnpike/rules/read-endpoint.ts";
import { Fact, Facts } from "../../parts/Facts.tsx";
import type { CallResult, Item } from "../../lib/call.ts";
import { useT } from "../../lib/words.ts";
import type { Act, AnyAct, Field } from "../../parts/act/act.ts";
import { NONE } from "@turnpike/ui/list/kinds.tsx";
import { FileInput, LineInput } from "./UpstreamInputs.tsx";
import { fileFault } from "./upstream-fault.ts";

type Upstream = Item<"upstreamList">;
type Share = { priority: number; weight: number };

const sample = {
  name: "acme-eu",
  preset: presets[0]?.preset,
  login: { id: "", zone: "" },
  secret: "",
  countries: ["DE", "US"],
  perGbMicros: 3_200_000,
  provenance: "",
};
const fileField = (initial: string): Field => ({
  name: "file",
  words: "upstreamFile",
  kind: "own",
  initial,
  fault: fileFault,
  show: (input) => <FileInput {...input} />,
});

/** Adds an upstream from its file. */
export const writeAct = (): Act<"upstreamAdd"> => ({
  call: "upstreamAdd",
  size: "lg",
  fields: [fileField(JSON.stringify(sample, null, 2))],
});

/**
 * Adds a proxy that was bought as one line: with places and sessions if a preset knows whose it is,
 * else without, one address or a rotating one.
 */
export const pasteAct = (): Act<"upstreamAdd"> => ({
  call: "upstreamAdd",
  words: "upstreamPaste",
  fields: [
    { name: "name", words: "upstreamName", kind: "text", maxLength: 40 },
    {
      name: "proxy",
      words: "proxyLine",
      kind: "own",
      show: (input) => <LineInput {...input} />,
      fault: (value) => (readEndpoint(value) === null ? "host:port:user:password" : null),
    },
    { name: "provenance", words: "provenance", kind: "text" },
  ],
  toInput: ({ name, proxy, provenance }) => {
    const read = readEndpoint(String(proxy));
    const known = read && recogniseLine(read);
    if (known) {
      const { preset, login, secret, hosts } = known;
      return { file: JSON.stringify({ name, preset, login, secret, hosts, provenance }) };
    }
    const file = {
      name,
      how: read?.protocol === "socks5" ? "socks5" : "http",
      hosts: [`${read?.host ?? ""}:${read?.port ?? 0}`],
      login: { login: read?.username ?? "" },
      secret: read?.password ?? "",
      user: ["{login}"],
      places: [],
      session: null,
      provenance,
    };
    return { file: JSON.stringify(file) };
  },
});

const shareFields = ({ priority, weight }: Share): Field[] => [
  { name: "priority", kind: "integer", initial: String(priority) },
  { name: "weight", kind: "integer", initial: String(weight) },
];
const shareAct = (member: string, share: Share): Act<"poolSet"> => ({
  call: "poolSet",
  name: member,
  fixed: { member },
  fields: shareFields(share),
});

/** Sets the share of own exits. */
export const ownShare = (own: Share | undefined): Act<"poolSet"> => ({
  ...shareAct("own", own ?? { priority: 1, weight: 100 }),
  words: "poolSetOwn",
});

/** What can be done with an upstream. */
export function upstreamActs({ name, state, priority, weight }: Upstream): AnyAct[] {
  if (state === "retired") return [];
  const test: Act<"upstreamTest"> = {
    call: "upstreamTest",
    name,
    fixed: { name },
    fields: [
      { name: "country", words: "countryCode", kind: "text", optional: true, maxLength: 2 },
      { name: "city", kind: "text", optional: true },
    ],
    result: (answer) => <Tested answer={answer} />,
  };
  const move = (to: "pause" | "resume", words: string): Act<"upstreamMove"> => ({
    call: "upstreamMove",
    words,
    name,
    fixed: { name, to },
  });
  const retire: Act<"upstreamMove"> = {
    call: "upstreamMove",
    words: "upstreamRetire",
    name,
    fixed: { name, to: "retire" },
    danger: true,
    confirmText: name,
  };
  const resume = state === "on" ? [] : [move("resume", "upstreamResume")];
  const pause = state === "paused" ? [] : [move("pause", "upstreamPause")];
  return [test, shareAct(name, { priority, weight }), ...pause, ...resume, retire];
}

/** Replaces an upstream's file. */
export const editAct = (
  name: string,
  { file, version: seen }: Pick<CallResult<"upstreamShow">, "file" | "version">,
): Act<"upstreamSet"> => ({
  call: "upstreamSet",
  name,
  size: "lg",
  fixed: { name, seen },
  fields: [fileField(file)],
});

function Tested({ answer }: { answer: CallResult<"upstreamTest"> }) {
  const t = useT();
  return (
    <Facts>
      <Fact term={t("columns.result")}>{answer.ok ? t("yes") : (answer.class ?? t("no"))}</Fact>
      {answer.why !== undefined && <Fact term={t("columns.why")}>{answer.why}</Fact>}
      <Fact term={t("columns.status")}>{answer.status ?? NONE}</Fact>
      <Fact term="ms">{answer.ms}</Fact>
      <Fact term={t("columns.exit")}>{answer.exitIp ?? NONE}</Fact>
      <Fact term={t("columns.country")}>{answer.place ?? NONE}</Fact>
    </Facts>
  );
}
