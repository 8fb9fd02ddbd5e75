/**
 * What a machine may tell without a proof (spec/nodes#identity): lines of the trace about others, and
 * refused requests of sub-accounts that it does not lease for. An honest machine has a few, as a
 * customer may be refused before the first lease; one that was taken over must not fill the trace,
 * or push out a customer's log. Beyond the share they are dropped.
 */
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import type { OutcomeRow } from "@turnpike/contract/outcome-row.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { Peer } from "@turnpike/link/link.ts";
import { localNode } from "@turnpike/rules/node.ts";
import { TokenBuckets } from "../../platform/token-buckets.ts";
import type { NodeHolders } from "./node-holders.ts";
import type { Refusals } from "./refusals.ts";

/** Of a node: lines of the trace that are unproved, kept as long as the trace. */
const unprovedLines = { burst: 5_000, perHour: 2_000 };
/** Of a node: lines of refused requests, and of these for one account. */
const refusedLines = { burst: 5_000, perHour: 5_000 };
const refusedOfAccount = { burst: 600, perHour: 600 };
/** Of a node for one sub-account: requests in counts of outcomes. */
const outcomes = { burst: 10_000, perHour: 10_000 };

export class UnprovedShares {
  #holders: NodeHolders;
  #refusals: Refusals;
  #unproved = new TokenBuckets(unprovedLines);
  #refused = new TokenBuckets(refusedLines);
  #refusedOfAccount = new TokenBuckets(refusedOfAccount);
  #outcomes = new TokenBuckets(outcomes);

  constructor(holders: NodeHolders, refusals: Refusals) {
    this.#holders = holders;
    this.#refusals = refusals;
  }

  /** The lines that are kept; `subAccounts` are the holders that need a lease. */
  async lines(
    rows: RequestRow[],
    { peer, subAccounts }: { peer: Peer; subAccounts: ReadonlySet<string> },
  ): Promise<RequestRow[]> {
    const { identity } = peer;
    const { nodeName } = identity;
    if (nodeName === localNode) return rows;
    const asked = rows.filter(
      ({ exitIp, subAccountId }) => exitIp === "" && subAccounts.has(subAccountId),
    );
    const own =
      asked.length === 0
        ? new Set<string>()
        : await this.#holders.ofNode(identity, [
            ...new Set(asked.map(({ subAccountId }) => subAccountId)),
          ]);
    let beyond = 0;
    const kept = rows.filter(({ exitIp, proof, subAccountId, accountId }) => {
      if (proof === "unproved") {
        const hasRoom = this.#unproved.take(nodeName, 1) > 0;
        if (!hasRoom) beyond += 1;
        return hasRoom;
      }
      if (exitIp !== "" || !subAccounts.has(subAccountId) || own.has(subAccountId)) return true;
      // Not counted as refused: a customer who is out of traffic may cause these at an honest machine.
      return (
        this.#refusedOfAccount.take(`${nodeName} ${accountId}`, 1) > 0 &&
        this.#refused.take(nodeName, 1) > 0
      );
    });
    this.#refusals.add("unproved", peer, beyond);
    return kept;
  }

  /** Reports with the outcomes that the machine may tell: of sub-accounts without a lease a few. */
  async outcomes(reports: UsageReport[], peer: Peer): Promise<UsageReport[]> {
    const { identity } = peer;
    const { nodeName } = identity;
    const isTraffic = ({ product }: OutcomeRow) => product === "traffic";
    const ids = reports.flatMap(({ outcomes: told = [] }) =>
      told.filter(isTraffic).map(({ subAccountId }) => subAccountId),
    );
    if (nodeName === localNode || ids.length === 0) return reports;
    const own = await this.#holders.ofNode(identity, [...new Set(ids)]);
    const mayTell = (row: OutcomeRow) => {
      if (!isTraffic(row) || own.has(row.subAccountId)) return true;
      const counts = [
        ...Object.values(row.outcomes),
        ...Object.values(row.reasons),
        ...row.connects,
      ];
      const most = counts.reduce((sum, count) => Math.max(sum, count), 1);
      return this.#outcomes.takeAll(`${nodeName} ${row.subAccountId}`, most);
    };
    return reports.map((report) =>
      report.outcomes === undefined
        ? report
        : { ...report, outcomes: report.outcomes.filter(mayTell) },
    );
  }
}
