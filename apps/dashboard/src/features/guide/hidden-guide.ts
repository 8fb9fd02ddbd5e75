/** Whether the guide was hidden in this browser, per account. */
import { sessionUser } from "../../lib/session.ts";
import { browserStore } from "@turnpike/ui/lib/storage.ts";

const KEY = "app.guideHidden";
/** More accounts than one person signs in to here. */
const MAX_ACCOUNTS = 20;

const ids = (): string[] => (browserStore.get(KEY) ?? "").split(" ").filter(Boolean);
const own = (): string => sessionUser()?.id ?? "none";

/** For the account that is signed in. */
export const isGuideHidden = (): boolean => ids().includes(own());

/** Stores whether the guide is hidden. */
export function hideGuide(hidden: boolean): void {
  const others = ids().filter((id) => id !== own());
  browserStore.set(KEY, (hidden ? [own(), ...others] : others).slice(0, MAX_ACCOUNTS).join(" "));
}
