/** Handlers for upstreams (spec/supply). */
import { FieldRefused } from "../../platform/act-refused.ts";
import type { Services } from "../../platform/services.ts";
import { failureSamples } from "../../inventory/upstream/store/tries.ts";
import { shownUpstream } from "../../inventory/upstream/definition.ts";
import type { UpstreamRow } from "../../inventory/upstream/store/upstreams.ts";
import { perform } from "../operator/acts/act.ts";
import * as acts from "../operator/acts/upstreams.ts";
import { serialized } from "../operator/read/paging.ts";
import { dayText, lastDays, namedUpstream } from "../operator/read/upstreams.ts";
import { upstreamsInDetail } from "../operator/read/upstream-details.ts";
import { geoLines } from "../operator/read/upstream-geo.ts";
import { sampleFilter, testUpstream } from "../operator/read/try-upstream.ts";
import { testUrl } from "../proxy-test/calls.ts";
import { parseFile } from "../operator/read/parse-file.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { refuseStale, versionOf } from "./stale.ts";

type Names =
  | "upstreamList"
  | "upstreamShow"
  | "upstreamAdd"
  | "upstreamSet"
  | "upstreamMove"
  | "upstreamTest";

/** Failures shown of each class. */
const SAMPLES = 5;
const GEO_DAYS = 7;
/** Pairs of countries shown of each day. */
const PAIRS = 3;

/** Parses a file. One that names a file of the server's is for the command line. */
function parsed(text: string): acts.UpstreamInput {
  const file = parseFile(text);
  if (typeof file === "object" && file !== null && "secretFile" in file) {
    const fault = "is read by the command line only: write the secret";
    throw new FieldRefused({ field: "secretFile", column: null, fault });
  }
  return { file, secret: null };
}

/** The file as it is shown, which its state is no part of. */
function fileOf(seal: Services["seal"], row: UpstreamRow) {
  const { state: _state, ...file } = shownUpstream(seal, row);
  return file;
}

const moves = {
  pause: acts.pauseUpstream,
  resume: acts.resumeUpstream,
  retire: acts.retireUpstream,
};

export function upstreamHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db, seal, env } = services;
  return {
    upstreamList: async () => serialized({ items: await upstreamsInDetail(services) }),

    upstreamShow: async ({ name }) => {
      const row = await namedUpstream(db, name);
      const failures = await failureSamples(db, row.id, SAMPLES);
      const file = fileOf(seal, row);
      const shown = failures.map(({ socks: _socks, ...failure }) => failure);
      const { from, to } = lastDays(services, GEO_DAYS);
      const geo = (await geoLines(db, { from: dayText(from), to: dayText(to) }))
        .filter(({ upstream }) => upstream === name)
        .map(({ upstream: _upstream, elsewhere, ...day }) => {
          return { ...day, elsewhere: elsewhere.slice(0, PAIRS) };
        })
        .toReversed();
      const version = versionOf(file);
      return serialized({ file: JSON.stringify(file, null, 2), version, failures: shown, geo });
    },

    upstreamAdd: async ({ file, reason }, { actor }) =>
      perform(services, acts.addUpstream, { actor, input: parsed(file), reason }),

    upstreamSet: async ({ name, file, seen, reason }, { actor }) =>
      perform(services, acts.setUpstream, {
        actor,
        input: { name, ...parsed(file) },
        reason,
        check: async (tx) => refuseStale(seen, fileOf(seal, await acts.lockNamed(tx, name))),
      }),

    upstreamMove: ({ name, to, reason }, { actor }) =>
      perform(services, moves[to], { actor, input: { name }, reason }),

    upstreamTest: async ({ name, country, city }) => {
      const row = await namedUpstream(db, name);
      const anywhere = { state: undefined, postal: undefined, isp: undefined, asn: undefined };
      const filter = sampleFilter({ country, city, ...anywhere });
      return testUpstream(services, row, { filter, sid: null, minutes: null }, testUrl(env));
    },
  };
}
