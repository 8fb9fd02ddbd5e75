/** Names that are made of a brand's name (spec/brand#names). */

/** The prefix of invoice numbers of an installation that names none. */
export const ownOrderPrefix = "TP";

/** The user agent of webhooks: ASCII letters, digits and `-` of the name. */
export function webhookAgent(name: string): string {
  const own = name.replaceAll(/[^A-Za-z0-9-]/g, "");
  return own === "" ? "Webhooks/1" : `${own}-Webhooks/1`;
}
