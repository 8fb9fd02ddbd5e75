import type { TeamRole } from "@turnpike/rules/team.ts";
import { openView } from "../../lib/session.ts";

/** Shows the account of a team in this tab, which then reloads with it. */
export function showTeam(
  team: { session: string; account: string; role: TeamRole },
  navigate: () => void = () => location.assign("/cli/home"),
): void {
  openView({ token: team.session, email: team.account, role: team.role });
  navigate();
}
