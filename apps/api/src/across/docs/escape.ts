/** Text as HTML. */
const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text for an element or an attribute in double quotes. */
export const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** A heading's anchor: `What is billed` → `what-is-billed`. */
export const anchorOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
