/**
 * Answers gateways that are about to refuse a client, with what the database currently has for its
 * name or address. Questions that arrive during a lookup are batched into the next one, so that
 * guesses of strangers cost only a few statements at a time, however many there are.
 */
import type { Fact, LookupKeys } from "@turnpike/contract/data-plane.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { LookupLists } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { slowVerifiers, type WithSlowForm } from "../../products/proxy-password/slow-verifiers.ts";
import { type Receiver, resourcesFor } from "./project.ts";
import type { RunExclusive } from "./serial-queue.ts";

const maxAtOnce = 500;
const longestName = 64;

interface PendingLookup {
  keys: LookupKeys;
  receiver: Receiver;
  resolve: (answer: { facts: Fact[] }) => void;
  reject: (error: unknown) => void;
}

/**
 * `runExclusive` runs work that must not overlap with the sending of changes: an answer was read before
 * any change that is sent after it. A client waits for it, so it goes before the snapshots and
 * first questions of machines that connect again, all at once when an API has ended.
 */
export function lookups(
  services: Services,
  runExclusive: RunExclusive,
): (keys: LookupKeys, receiver: Receiver) => Promise<{ facts: Fact[] }> {
  const waiting: PendingLookup[] = [];
  const answerBatch = async () => {
    const batch = waiting.splice(0, maxAtOnce);
    if (waiting.length > 0) void runExclusive(answerBatch, { urgent: true });
    try {
      const facts = await factsOf(services, batch);
      for (const { keys, receiver, resolve } of batch)
        resolve({ facts: resourcesFor(receiver, factsFor(facts, keys)) });
    } catch (error) {
      for (const each of batch) each.reject(error);
    }
  };
  return (keys, receiver) =>
    new Promise((resolve, reject) => {
      waiting.push({ keys, receiver, resolve, reject });
      if (waiting.length === 1) void runExclusive(answerBatch, { urgent: true });
    });
}

async function factsOf(services: Services, asked: PendingLookup[]): Promise<WithSlowForm[]> {
  const by = mergeKeys(asked.map(({ keys }) => keys));
  const all = [...services.modules.resources.values()].map(async ({ lookUp, byIds: named }) => {
    const ids = (await lookUp?.(services, by)) ?? [];
    return ids.length > 0 ? named(services, ids) : [];
  });
  const facts = (await Promise.all(all)).flat();
  // The sub-accounts that the whitelisted addresses authenticate as.
  const ids = facts.flatMap((fact) => (fact.kind === "whitelist" ? [fact.subAccountId] : []));
  const named = services.modules.resources.get("subAccount")?.byIds;
  const owners = ids.length > 0 && named ? await named(services, ids) : [];
  return slowVerifiers(services).prepare([...facts, ...owners], { now: true });
}

function mergeKeys(all: LookupKeys[]): LookupLists {
  const each = (of: (keys: LookupKeys) => string | undefined) => [
    ...new Set(all.map(of).filter((value) => typeof value === "string")),
  ];
  return {
    names: each(({ name }) => name).filter((name) => name.length <= longestName),
    addresses: each(({ address }) => address).filter(
      (address) => canonicalAddress(address) === address,
    ),
    exitIds: each(({ exitId }) => exitId).filter(isUuid),
    portIds: each(({ portId }) => portId).filter(isUuid),
  };
}

/** The facts that one question asked for. */
function factsFor(
  facts: WithSlowForm[],
  { name, address, exitId, portId }: LookupKeys,
): WithSlowForm[] {
  const entry = facts.find((fact) => fact.kind === "whitelist" && fact.ip === address);
  return facts.filter((fact) => {
    if (fact.kind === "whitelist") return fact === entry;
    if (fact.kind === "staticIp") return fact.exitId === exitId;
    if (fact.kind !== "subAccount") return fact.id === portId;
    const isEntryOwner = entry?.kind === "whitelist" && entry.subAccountId === fact.id;
    return fact.name === name || isEntryOwner;
  });
}
