/** What gateways know: the facts as they stand now, by page and by name. */
import type { Fact, FactKind } from "@turnpike/contract/data-plane.ts";
import type { Services } from "../../platform/services.ts";

/** Facts of a page at most. */
const pageFacts = 1_000;

/** One page of all that stands, in the order of kinds and ids; `cursor` is null at both ends. */
export async function snapshotPage(
  services: Services,
  cursor: string | null,
): Promise<{ facts: Fact[]; cursor: string | null }> {
  const kinds = [...services.modules.resources.keys()];
  const [at = kinds[0], last = ""] = (cursor ?? "").split("/");
  const from = Math.max(0, kinds.indexOf(at as FactKind));
  let lastId = last;
  for (const { kind, after } of [...services.modules.resources.values()].slice(from)) {
    const facts = await after(services, lastId, pageFacts);
    lastId = facts.at(-1)?.id ?? "";
    if (facts.length === pageFacts) return { facts, cursor: `${kind}/${lastId}` };
    const next = kinds[kinds.indexOf(kind) + 1];
    if (facts.length > 0) return { facts, cursor: next === undefined ? null : `${next}/` };
    lastId = "";
  }
  return { facts: [], cursor: null };
}

/** The named rows as they are: those that stand are put, the others dropped. */
export async function currentFacts(
  services: Services,
  rows: { kind: FactKind; id: string }[],
): Promise<{ puts: Fact[]; drops: { kind: FactKind; id: string }[] }> {
  const puts: Fact[] = [];
  for (const { kind, named } of services.modules.resources.values()) {
    const ids = rows.filter((row) => row.kind === kind).map((row) => row.id);
    if (ids.length > 0) puts.push(...(await named(services, ids)));
  }
  const stand = new Set(puts.map((fact) => `${fact.kind}/${fact.id}`));
  return { puts, drops: rows.filter((row) => !stand.has(`${row.kind}/${row.id}`)) };
}
