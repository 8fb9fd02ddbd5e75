/** `exits claims` and `exits assign`: which node has an exit, where machines disagree (spec/nodes#ownership). */
import { canonicalNetwork } from "@turnpike/rules/network.ts";
import { exitClaims } from "../../inventory/exit/store/owners.ts";
import { move } from "./acts/exits.ts";
import { type Command, performFromCli, UsageError } from "./command.ts";
import { table } from "./table.ts";

const LIST_LIMIT = 10_000;

const claims: Command = {
  name: "exits claims",
  args: "",
  help: "List exits whose address another node than the owner claims, or that their owner lost",
  run: async ({ services }) => {
    const json = await exitClaims(services.db, LIST_LIMIT);
    const lines = json.map((claim) => ({
      ...claim,
      owner: claim.owner || "-",
      sold: claim.sold ? "yes" : "no",
      claimedBy: claim.claimedBy.join(", ") || "-",
    }));
    const columns = [
      "ip",
      "product",
      "kind",
      "sold",
      "owner",
      "claimedBy",
      "missingSince",
    ] as const;
    const none = "No node claims another's exit.";
    const hint = json.length > 0 ? "\nNothing moves by itself: operator exits assign IP NODE" : "";
    return { ok: true, text: table(lines, { none, columns: [...columns] }) + hint, json };
  },
};

const assign: Command = {
  name: "exits assign",
  args: "IP NODE",
  help: "Give the exits at an address to a node, which gets their passwords",
  run: async ({ services, args: [given = "", node = ""] }) => {
    const ip = canonicalNetwork(given);
    if (ip === null) throw new UsageError(`${given} is not an IP address or a prefix`);
    if (node === "") throw new UsageError("NODE is the name of a node");
    const { moved } = await performFromCli(services, move, { ip, node });
    return { ok: true, text: `${ip} belongs to ${node}.`, json: { ip, node, moved } };
  },
};

export const claimCommands: Command[] = [claims, assign];
