/**
 * Judges lines of the request log and the trace by what their node can know (spec/nodes#identity):
 * the holder must be the account's and not another node's, and the exit the node's own or one that it
 * may use. Otherwise a line is only the word of its node: it is kept for the operator as unproved.
 * The holder of a relay's line is the node that asked, and the exit the relay's own. An upstream has
 * to be one of ours, and neither it nor a machine can name our own exits as its.
 */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { localNode } from "@turnpike/rules/node.ts";
import { ownersOfAddresses } from "../../inventory/exit/store/address-owners.ts";
import { nodesById } from "../../inventory/node/store.ts";
import { namesOfUpstreams } from "../../inventory/upstream/store/upstreams.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { openedIpsAtOtherNodes } from "../../products/pool/store/find.ts";
import { ownersOfOpened } from "../../products/pool/store/opened-ips.ts";
import { staticIpsAtOtherNodes } from "../../products/static/store/find.ts";
import { ownersOfStatics } from "../../products/static/store/usage.ts";
import { accountsOf } from "../../products/sub-account/store/lists.ts";
import { portsAtOtherNodes } from "../../products/unlimited/store/find.ts";
import { ownersOfPorts } from "../../products/unlimited/store/usage.ts";
import { transaction } from "../../platform/db/database.ts";

/** How long an answer of the database is used again; lines arrive many times a second. */
const knownMs = 30_000;
/** Beyond this everything is forgotten and read again. */
const maxKnown = 100_000;

/** The node that sent lines. */
export interface TellingNode {
  nodeName: string;
  nodeId: string;
}

/** The caller of a relay whose hub is of the previous release: one password for all nodes. */
const anyNode = "00000000-0000-0000-0000-000000000000";

/** The node of an exit, null if every node may use it; and whether others reach it by its relay. */
interface KnownExit {
  nodeId: string | null;
  relayed: boolean;
}

/** The account of a holder, and whether another node serves it; a node is its own (of relays). */
interface KnownHolder {
  accountId: string;
  elsewhere: boolean;
  isNode: boolean;
  isSubAccount: boolean;
}

interface JudgedLines {
  rows: RequestRow[];
  /** How many are not proved. */
  foreign: number;
  /** The holders that are sub-accounts. */
  subAccounts: ReadonlySet<string>;
}

export class LineProofs {
  #services: Services;
  #holders = new Map<string, KnownHolder | null>();
  #exits = new Map<string, KnownExit[]>();
  #upstreams = new Map<string, boolean>();
  #since = performance.now();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Returns the rows with what is not proved; those of refused requests are dropped then. The node
   * may have no lease for the `subAccounts` among the holders.
   */
  async judge(given: RequestRow[], node: TellingNode): Promise<JudgedLines> {
    this.#forgetOld();
    const rows = await this.#withoutOwnExits(given);
    if (node.nodeName === localNode) return { rows, foreign: 0, subAccounts: new Set() };
    await this.#readHolders(rows, node);
    await this.#readUpstreams(rows);
    await this.#readExits(rows.map(({ exitIp }) => exitIp));
    let foreign = 0;
    const judged = rows.flatMap((row): RequestRow[] => {
      const proof = this.#proofOf(row, node);
      if (proof === "unproved") foreign += 1;
      // Only the trace keeps what is not proved; a refused request is shown to its customer alone.
      if (proof === "unproved" && row.exitIp === "") return [];
      const { proof: _claimed, ...claimless } = row;
      return [proof === undefined ? claimless : { ...claimless, proof }];
    });
    const isSubAccount = (id: string) => this.#holders.get(keyOf(node, id))?.isSubAccount === true;
    const holders = judged.map(({ subAccountId }) => subAccountId);
    return { rows: judged, foreign, subAccounts: new Set(holders.filter(isSubAccount)) };
  }

  #forgetOld(): void {
    const now = performance.now();
    const known = this.#holders.size + this.#exits.size + this.#upstreams.size;
    if (now - this.#since <= knownMs && known <= maxKnown) return;
    this.#holders.clear();
    this.#exits.clear();
    this.#upstreams.clear();
    this.#since = now;
  }

  /** Where an upstream names an address that is an exit of ours, its exit is unknown. */
  async #withoutOwnExits(rows: RequestRow[]): Promise<RequestRow[]> {
    const told = (row: RequestRow) =>
      upstreamOf(row) !== "" && typeof row.exitIp === "string"
        ? canonicalAddress(row.exitIp)
        : null;
    await this.#readExits(rows.map(told));
    return rows.map((row) => {
      const isOurs = (this.#exits.get(told(row) ?? "")?.length ?? 0) > 0;
      return isOurs ? { ...row, exitIp: null } : row;
    });
  }

  #proofOf(row: RequestRow, node: TellingNode): RequestRow["proof"] {
    const { subAccountId, accountId, exitIp, product } = row;
    const holder = this.#holders.get(keyOf(node, subAccountId));
    if (holder == null || holder.accountId !== accountId || holder.elsewhere) return "unproved";
    const isRelay = product === "relay";
    if (holder.isNode !== isRelay) return "unproved";
    if (exitIp === "") return isRelay ? "unproved" : undefined;
    // Every node may use an upstream; its exits' addresses are not ours to know.
    const upstream = upstreamOf(row);
    if (upstream !== "")
      return isRelay || this.#upstreams.get(upstream) !== true ? "unproved" : undefined;
    // While a modem's address changes; its holder is the node's own, as was checked.
    if (exitIp === null) return isRelay || holder.isSubAccount ? "unproved" : undefined;
    const exits = this.#exits.get(exitIp) ?? [];
    if (exits.some(({ nodeId }) => nodeId === node.nodeId)) return undefined;
    // A relay has its own machine's exits alone; that others use them is for their rows to say.
    if (isRelay) return "unproved";
    if (exits.some(({ nodeId }) => nodeId === null)) return undefined;
    return exits.some(({ relayed }) => relayed) ? "relayed" : "unproved";
  }

  async #readHolders(rows: RequestRow[], node: TellingNode): Promise<void> {
    const ids = new Set<string>();
    for (const { subAccountId: id } of rows)
      if (!this.#holders.has(keyOf(node, id)) && isUuid(id)) ids.add(id);
    if (ids.size === 0) return;
    const given = { node: node.nodeName, ids: [...ids] };
    const accounts = new Map<string, string>();
    const subAccounts = new Set<string>();
    const elsewhere = new Set<string>();
    await transaction(this.#services.db, async (tx) => {
      for (const [id, accountId] of await accountsOf(tx, given.ids)) {
        accounts.set(id, accountId);
        subAccounts.add(id);
      }
      for (const ownersOf of [ownersOfStatics, ownersOfPorts, ownersOfOpened])
        for (const { id, accountId } of await ownersOf(tx, given.ids)) accounts.set(id, accountId);
      for (const others of [staticIpsAtOtherNodes, portsAtOtherNodes, openedIpsAtOtherNodes])
        for (const id of await others(tx, given)) elsewhere.add(id);
    });
    const unknown = given.ids.filter((id) => !accounts.has(id));
    const callers = new Set((await nodesById(this.#services.db, unknown)).map((each) => each.id));
    for (const id of ids) {
      const isNode = callers.has(id) || id === anyNode;
      const accountId = isNode ? id : accounts.get(id);
      const isSubAccount = subAccounts.has(id);
      const known = { elsewhere: elsewhere.has(id), isNode, isSubAccount };
      this.#holders.set(keyOf(node, id), accountId === undefined ? null : { accountId, ...known });
    }
  }

  async #readUpstreams(rows: RequestRow[]): Promise<void> {
    const told = new Set(rows.map(upstreamOf).filter((name) => isUpstreamName(name)));
    const unread = [...told].filter((name) => !this.#upstreams.has(name));
    if (unread.length === 0) return;
    const found = await namesOfUpstreams(this.#services.db, unread);
    for (const name of unread) this.#upstreams.set(name, found.has(name));
  }

  async #readExits(addresses: (string | null)[]): Promise<void> {
    const given = new Set<string>();
    for (const ip of addresses)
      if (ip !== null && !this.#exits.has(ip) && canonicalAddress(ip) === ip) given.add(ip);
    if (given.size === 0) return;
    const owners = await ownersOfAddresses(this.#services.db, [...given]);
    const ids = new Set(owners.flatMap(({ nodeId }) => nodeId ?? []));
    const nodes = await nodesById(this.#services.db, [...ids]);
    const withRelay = new Set(nodes.flatMap(({ id, relay }) => (relay ? id : [])));
    const byAddress = Map.groupBy(owners, ({ address }) => address);
    for (const address of given) {
      const exits = (byAddress.get(address) ?? []).map(({ nodeId }) => {
        return { nodeId, relayed: nodeId !== null && withRelay.has(nodeId) };
      });
      this.#exits.set(address, exits);
    }
  }
}

/** The upstream that a line names; empty: an exit of our own. Lines may hold anything. */
const upstreamOf = ({ upstream }: RequestRow): string =>
  typeof upstream === "string" ? upstream : "";
const isUpstreamName = (name: string) => /^[a-z0-9][a-z0-9-]{0,39}$/.test(name);

const keyOf = ({ nodeName }: TellingNode, id: string) => `${nodeName} ${id}`;
