/** What is exported of a team: a person's own memberships and acts (spec/law#data-export). */
import type { Exported } from "./tables.ts";

const internal = "internal bookkeeping, which says nothing more about you";

export const teamTables: Record<string, Exported> = {
  team_member: {
    columns: "id role added_at",
    without: { "account_id person_id": "who the other is; their address is theirs" },
    where: "account_id = $account or person_id = $account",
  },
  team_invitation: {
    columns: "id email role invited_at expires_at",
    without: { account_id: internal, token_hash: "a secret, or its hash" },
  },
  team_act: {
    columns: "id at call subject ip",
    without: { "account_id person_id": internal },
    where: "person_id = $account",
  },
};
