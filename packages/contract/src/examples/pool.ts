/** Examples of the ISP pool and extraction links. */
import { linkId, openedIp, seattle, site } from "./customer.ts";

export const { username: _name, password: _secret, ...whitelisted } = openedIp;
export const link = {
  id: linkId,
  url: `${site}/extract?token=EXAMPLE-LINK-TOKEN`,
  plan: "ip" as const,
  country: "US",
  countryName: seattle.countryName,
  state: "washington",
  stateName: "Washington",
  city: "",
  cityName: "",
  num: 2,
  hours: 1,
  minutes: null,
  format: "txt" as const,
  separator: "\\n",
  port: null,
  protocol: "http" as const,
  remark: "crawler",
  createdAt: "2026-03-12T14:00:00.000Z",
  lastUsedAt: null,
  uses: 0,
};
