/** Other tabs of this browser show nothing more of what they showed once somebody has signed out. */
const NAME = "console-signed-out";

/** Tells the other tabs. */
export function tellSignedOut(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(null);
  channel.close();
}

/** Calls a listener when somebody has signed out in another tab. */
export function onSignedOut(listener: () => void): void {
  new BroadcastChannel(NAME).addEventListener("message", listener);
}
