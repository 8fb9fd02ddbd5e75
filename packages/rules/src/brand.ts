/** Names that are made of a brand's name (spec/brand#names). */

/** The prefix of order and invoice numbers of an installation that names none. */
export const ownOrderPrefix = "TP";

/** Whether a logo has the name in it, so that the name does not stand beside it again. */
export const isWideLogo = (width: number, height: number): boolean => width > height * 2;

/** The user agent of webhooks: ASCII letters, digits and `-` of the name. */
export function webhookAgent(name: string): string {
  const own = name.replaceAll(/[^A-Za-z0-9-]/g, "");
  return own === "" ? "Webhooks/1" : `${own}-Webhooks/1`;
}

/** A realm as it stands in a header after `realm=`: a quoted-string (RFC 9110). */
export const quotedRealm = (name: string): string =>
  `"${name.replaceAll(/[\u0000-\u001f\u007f]/g, "").replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;

/** The name as the token of a header, such as `nordlicht-proxies`; `proxy` if it has no Latin letters. */
export const proxyToken = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[-0-9]+|(?<!-)-+$/g, "") || "proxy";
