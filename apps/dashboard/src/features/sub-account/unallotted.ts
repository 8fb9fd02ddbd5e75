/** What is bought, not used and not allotted: what the main account or a CDKey may take. */
export function unallottedBytes(info: { balanceBytes: number; allocatedBytes: number }): number {
  return Math.max(0, info.balanceBytes - info.allocatedBytes);
}
