/** One spelling for each address: an IPv4 address inside IPv6 is written as IPv4. */
export function canonicalIp(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  return mapped?.[1] ?? ip.toLowerCase();
}
