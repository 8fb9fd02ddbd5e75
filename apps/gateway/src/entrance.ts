/** Where a client came in: the gateway's own port, or the door of a static IP's exit. */
export type Entrance = { kind: "plan" } | { kind: "static"; exitId: string };

export const planEntrance: Entrance = { kind: "plan" };
