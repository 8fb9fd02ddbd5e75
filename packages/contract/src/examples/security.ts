/** What guards the account, by example. */

export const here = {
  ip: "203.0.113.7",
  country: "SE",
  countryName: "Sweden",
  agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/136.0",
};
