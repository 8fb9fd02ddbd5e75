/** Acts on upstreams and the shares of the pool (spec/supply#upstreams). */
import { readPlaces } from "@turnpike/proxy-strings/upstream/places-file.ts";
import type { UpstreamPlaceRow } from "@turnpike/contract/upstream-facts.ts";
import type { Upstream } from "@turnpike/proxy-strings/upstream/definition.ts";
import { changeState } from "../../../inventory/upstream/change-state.ts";
import {
  checkedFile,
  openSecrets,
  openUpstream,
  refuseOtherHosts,
  shownUpstream,
} from "../../../inventory/upstream/definition.ts";
import { putReported } from "../../../inventory/upstream/store/days.ts";
import {
  insertUpstream,
  lockUpstream,
  placePageIds,
  placesOf,
  putPrice,
  replacePlaces,
  type StoredState,
  updateUpstream,
  upstreamNamed,
  type UpstreamRow,
} from "../../../inventory/upstream/store/upstreams.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import { recordChanges } from "../../../platform/changes/changes.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import { defineAct } from "./act.ts";

/** The file, and what its `secretFile` holds if the command line has read it. */
export interface UpstreamInput {
  file: unknown;
  secret: string | null;
}
export interface SavedUpstream {
  name: string;
  state: StoredState;
}

const dayOf = ({ world }: Services) => new Date(world.now()).toISOString().slice(0, 10);

/** Finds an upstream by name and locks it. @throws ActRefused */
export async function lockNamed(tx: Tx, name: string): Promise<UpstreamRow> {
  const found = await upstreamNamed(tx, name);
  const locked = found === null ? null : await lockUpstream(tx, found.id);
  if (locked === null) throw new ActRefused(`no upstream is named ${name}`, { reason: "notFound" });
  return locked;
}

/** The columns of a checked file. */
function rowOf(services: Services, checked: ReturnType<typeof checkedFile>) {
  const { file, upstream, secrets } = checked;
  const { name, priority, weight, maxConnections, dayBytes, monthBytes } = upstream;
  const sealed = services.seal.seal(JSON.stringify(secrets));
  return { name, file, sealed, priority, weight, maxConnections, dayBytes, monthBytes };
}

/** What the audit log keeps of a file: no login fields, no secret. */
const logged = (services: Services, row: UpstreamRow) => shownUpstream(services.seal, row);

async function savePrice(services: Services, tx: Tx, id: string, upstream: Upstream) {
  const { perGbMicros, gbBytes } = upstream;
  await putPrice(tx, { id, day: dayOf(services), perGbMicros, gbBytes });
}

export const addUpstream = defineAct<UpstreamInput, SavedUpstream>({
  action: "upstream.add",
  run: async (services, tx, { file, secret }) => {
    const checked = checkedFile(file, {
      networks: services.env.EXIT_NETWORKS,
      known: null,
      secret,
    });
    const id = services.world.id();
    const row = { id, ...rowOf(services, checked) };
    if (!(await insertUpstream(tx, { ...row, at: new Date(services.world.now()) }))) {
      const fault = `there is an upstream ${row.name} already`;
      throw new FieldRefused({ field: "name", column: null, fault });
    }
    await savePrice(services, tx, id, checked.upstream);
    await recordChanges(tx, [{ kind: "upstream", id }]);
    const after = logged(services, await lockNamed(tx, row.name));
    return { result: { name: row.name, state: "on" }, subject: row.name, after };
  },
});

export const setUpstream = defineAct<UpstreamInput & { name: string }, SavedUpstream>({
  action: "upstream.set",
  run: async (services, tx, { name, file, secret }) => {
    const known = await lockNamed(tx, name);
    const secrets = openSecrets(services.seal, known.sealed);
    const networks = services.env.EXIT_NETWORKS;
    const named = typeof file === "object" && file !== null ? { name, ...file } : file;
    const { state: _shown, ...rest } = (named ?? {}) as Record<string, unknown>;
    const written = named === null || Array.isArray(named) ? named : rest;
    const checked = checkedFile(written, { networks, known: secrets, secret });
    if (checked.upstream.name !== name) {
      const fault = "an upstream keeps its name: its trace and its costs are under it";
      throw new FieldRefused({ field: "name", column: null, fault });
    }
    const old = openUpstream(services.seal, known);
    refuseOtherHosts(checked, old);
    await updateUpstream(tx, { id: known.id, ...rowOf(services, checked) });
    const { perGbMicros, gbBytes } = checked.upstream;
    if (old.perGbMicros !== perGbMicros || old.gbBytes !== gbBytes)
      await savePrice(services, tx, known.id, checked.upstream);
    await recordChanges(tx, [{ kind: "upstream", id: known.id }]);
    const now = await lockNamed(tx, name);
    const [before, after] = [logged(services, known), logged(services, now)];
    return { result: { name, state: known.state }, subject: name, before, after };
  },
});

const moves = {
  pause: { from: ["on", "quotaGone", "authFailed"], to: "paused" },
  resume: { from: ["paused", "quotaGone", "authFailed"], to: "on" },
  retire: { from: ["on", "paused", "quotaGone", "authFailed"], to: "retired" },
} as const satisfies Record<string, { from: StoredState[]; to: StoredState }>;
export type UpstreamMove = keyof typeof moves;

/** An act that moves an upstream to a state; repeated, it changes nothing. */
const moveAct = (move: UpstreamMove) =>
  defineAct<{ name: string }, SavedUpstream>({
    action: `upstream.${move}`,
    run: async ({ world }, tx, { name }) => {
      const { id, state } = await lockNamed(tx, name);
      const { from, to } = moves[move];
      const moved = await changeState(tx, { id, from, to, at: new Date(world.now()) });
      if (!moved && state !== to)
        throw new ActRefused(`${name} is ${state}`, { reason: "actRefused" });
      if (to === "retired") {
        const pages = (await placePageIds(tx, id)).map((page) => {
          return { kind: "upstreamPlaces" as const, id: page };
        });
        await recordChanges(tx, pages);
      }
      return {
        result: { name, state: to },
        subject: name,
        before: { state },
        after: { state: to },
      };
    },
  });

export const pauseUpstream = moveAct("pause");
export const resumeUpstream = moveAct("resume");
export const retireUpstream = moveAct("retire");

/** Rows of a page, which is one message of the link. */
const pageRows = 1_000;

/** Replaces how an upstream spells places by a CSV file. */
export const setPlaces = defineAct<{ name: string; csv: string }, { name: string; places: number }>(
  {
    action: "upstream.places",
    run: async ({ world }, tx, { name, csv }) => {
      const { id: upstreamId } = await lockNamed(tx, name);
      const read = readPlaces(csv);
      if (!Array.isArray(read)) {
        const at = { field: `places, line ${read.line}`, column: null, fault: read.fault };
        throw new FieldRefused(at);
      }
      const rows = read.map(({ country, state, city, isp, token }): UpstreamPlaceRow => {
        return [country, state, city, isp, token];
      });
      // The first of equal places wins, whatever page it is on.
      const keyOf = (row: UpstreamPlaceRow) => JSON.stringify(row.slice(0, 4));
      const unique = [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()];
      const pages = Array.from({ length: Math.ceil(unique.length / pageRows) }, (_, page) => {
        const part = unique.slice(page * pageRows, (page + 1) * pageRows);
        return { id: world.id(), upstreamId, rows: part };
      });
      const before = { places: (await placesOf(tx, upstreamId)).length };
      const ids = await replacePlaces(tx, upstreamId, pages);
      await recordChanges(
        tx,
        ids.map((id) => ({ kind: "upstreamPlaces", id })),
      );
      const result = { name, places: unique.length };
      return { result, subject: name, before, after: { places: unique.length } };
    },
  },
);

/** Records what the wholesaler says it carried on a day. */
export const reportUpstream = defineAct<
  { name: string; day: string; bytes: number },
  { name: string; day: string; bytes: number }
>({
  action: "upstream.reported",
  run: async (_services, tx, { name, day, bytes }) => {
    const { id } = await lockNamed(tx, name);
    await putReported(tx, { id, day, bytes });
    return { result: { name, day, bytes }, subject: name, after: { day, bytes } };
  },
});
