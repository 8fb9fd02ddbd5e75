/** Whether the guide was hidden in this browser, per account. */
import { roleScopes } from "@turnpike/rules/team.ts";
import { accountView, sessionUser } from "../../lib/session.ts";
import { browserStore } from "@turnpike/ui/lib/storage.ts";

const KEY = "app.guideHidden";
/** More accounts than one person signs in to here. */
const MAX_ACCOUNTS = 20;

const ids = (): string[] => (browserStore.get(KEY) ?? "").split(" ").filter(Boolean);
const own = (): string => sessionUser()?.id ?? "none";

/** Whether the reader's role in a team does not allow what the guide leads through. */
function isBeyondRole(): boolean {
  const role = accountView()?.role;
  return (
    role !== undefined &&
    !(["buy", "proxies"] as const).every((one) => roleScopes(role).includes(one))
  );
}

/** For the account that is signed in. */
export const isGuideHidden = (): boolean => isBeyondRole() || ids().includes(own());

/** Stores whether the guide is hidden. */
export function hideGuide(hidden: boolean): void {
  const others = ids().filter((id) => id !== own());
  browserStore.set(KEY, (hidden ? [own(), ...others] : others).slice(0, MAX_ACCOUNTS).join(" "));
}
