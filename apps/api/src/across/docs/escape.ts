/** HTML escaping, and anchors for headings. */
const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for an element's content or a double-quoted attribute. */
export const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** Returns a heading's anchor: `What is billed` → `what-is-billed`. */
export const anchorOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
