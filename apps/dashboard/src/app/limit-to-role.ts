import { roleScopes } from "@turnpike/rules/team.ts";
import { limitTo } from "@turnpike/ui/lib/may.ts";
import { accountView } from "../lib/session.ts";

/**
 * Shows to a member of a team only what the role allows (spec/accounts#roles). The account of a team
 * is opened by loading the page.
 */
export function limitToRole(): void {
  const role = accountView()?.role;
  if (role) limitTo([...roleScopes(role), ...(role === "admin" ? ["admin"] : [])]);
}
