/** An invitation to a team, from its mailed link until it is accepted; kept in this tab. */
import { tabStore } from "@turnpike/ui/lib/storage.ts";

const KEY = "app.invitation";

/** Keeps the token, and returns the screen that shows the invitation. */
export function keepInvitation(token: string): string {
  tabStore.set(KEY, token);
  return "/cli/setting?tab=team";
}

export const keptInvitation = (): string | null => tabStore.get(KEY) || null;
export const forgetInvitation = (): void => tabStore.remove(KEY);
