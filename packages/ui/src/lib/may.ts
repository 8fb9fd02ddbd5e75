/**
 * What the reader may do, as words on the root element: absent if everything. Whatever has the
 * attribute `data-needs` with another word is not shown (`theme.css`).
 */
export type Need = "proxies" | "buy" | "money" | "manage" | "admin" | "owner";

/** Sets what the reader may do. */
export function limitTo(needs: readonly string[]): void {
  document.documentElement.dataset["may"] = needs.join(" ");
}

/** Whether the reader may do what needs this right. */
export function may(need?: Need): boolean {
  const words = document.documentElement.dataset["may"];
  return need === undefined || words === undefined || words.split(" ").includes(need);
}
