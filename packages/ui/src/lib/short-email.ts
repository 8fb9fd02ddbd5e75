/**
 * Shortens an e-mail address to at most `most` characters: a long name loses its end; only a domain
 * that is too long by itself loses its beginning.
 */
export function shortEmail(address: string, most = 32): string {
  if (address.length <= most) return address;
  const at = address.lastIndexOf("@");
  const [name, domain] = [address.slice(0, Math.max(0, at)), address.slice(Math.max(0, at))];
  const room = Math.max(4, most - domain.length);
  const shortName = name.length <= room ? name : `${name.slice(0, room - 1)}…`;
  const left = most - shortName.length;
  return (
    shortName + (domain.length <= left ? domain : `@…${domain.slice(domain.length - left + 2)}`)
  );
}
