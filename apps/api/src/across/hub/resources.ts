/** Reads the resources that gateways replicate, by page and by id. */
import type { Fact, FactKind } from "@turnpike/contract/data-plane.ts";
import type { RefusedItem } from "@turnpike/link/give-split.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { ResourceRef } from "../../platform/changes/store.ts";
import type { Services } from "../../platform/services.ts";
import { setAside } from "../../platform/set-aside/set-aside.ts";
import { slowVerifiers, type WithSlowForm } from "../../products/proxy-password/slow-verifiers.ts";

/** The most resources in one page, and how many are read at least where they are long. */
const pageSize = 1_000;
const leastRead = 16;
/** How many are read for the next page: about as many as the last one had room for. */
const reading = inMemory(() => ({ rows: pageSize }));

/** Returns a page of live resources by kind and id; `cursor` is null before and after all pages. */
export async function snapshotPage(
  services: Services,
  cursor: string | null,
): Promise<{ facts: WithSlowForm[]; cursor: string | null }> {
  const page = await readPage(services, cursor);
  return { ...page, facts: await slowVerifiers(services).prepare(page.facts, { now: false }) };
}

/** Reads all resources once. */
export async function readAllResources(services: Services): Promise<void> {
  let cursor: string | null = null;
  do cursor = (await snapshotPage(services, cursor)).cursor;
  while (cursor !== null);
}

/** Rows that cannot be read are set aside: gateways do without them rather than without a page. */
async function readPage(
  services: Services,
  cursor: string | null,
): Promise<{ facts: Owned<Fact>[]; cursor: string | null }> {
  const kinds = [...services.modules.resources.keys()];
  const [at = kinds[0], last = ""] = (cursor ?? "").split("/");
  const from = Math.max(0, kinds.indexOf(at as FactKind));
  let lastId = last;
  for (const { kind, after } of [...services.modules.resources.values()].slice(from)) {
    const { rows } = reading(services);
    const { facts, unreadable, next: nextId, room } = await after(services, lastId, rows);
    reading(services).rows =
      room === undefined ? Math.min(pageSize, rows * 2) : Math.max(leastRead, room + 1);
    const refused = unreadable.map(({ item: id, why }) => ({ item: { kind, id }, why }));
    await setChangesAside(services, refused);
    if (nextId !== null) return { facts, cursor: `${kind}/${nextId}` };
    const next = kinds[kinds.indexOf(kind) + 1];
    if (facts.length > 0) return { facts, cursor: next === undefined ? null : `${next}/` };
    lastId = "";
  }
  return { facts: [], cursor: null };
}

/** Keeps resources that cannot be read for the operator. */
export async function setChangesAside(
  services: Services,
  refused: readonly RefusedItem<ResourceRef>[],
): Promise<void> {
  const { db, world } = services;
  const items = refused.map(({ item, why }) => {
    const name = `${item.kind}/${item.id}`;
    return { kind: "change" as const, name, item, why, at: world.now() };
  });
  await setAside(services, db, { origin: { node: "", gateway: "" }, items });
}

/** Reads resources by id: live ones are upserts, the others deletes. */
export async function currentResources(
  services: Services,
  refs: ResourceRef[],
): Promise<{ upserts: WithSlowForm[]; deletes: ResourceRef[] }> {
  const facts: Owned<Fact>[] = [];
  for (const { kind, byIds: named } of services.modules.resources.values()) {
    const ids = refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
    if (ids.length > 0) facts.push(...(await named(services, ids)));
  }
  const upserts = await slowVerifiers(services).prepare(facts, { now: true });
  const live = new Set(upserts.map(({ kind, id }) => `${kind}/${id}`));
  return { upserts, deletes: refs.filter(({ kind, id }) => !live.has(`${kind}/${id}`)) };
}
