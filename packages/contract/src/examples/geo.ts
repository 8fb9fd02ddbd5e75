/** Places, by example. */
import { gateway } from "./customer.ts";

export const countries = [
  { code: "DE", name: "Germany", online: 1_840 },
  { code: "US", name: "United States", online: 9_214 },
];
export const seattle = {
  state: "washington",
  stateName: "Washington",
  city: "seattle",
  cityName: "Seattle",
  online: 212,
};
export const network = { asn: 7_922, isp: "comcast", name: "Comcast", online: 95 };
export const server = {
  region: "europe",
  host: gateway,
  port: 8_000,
  protocols: ["http", "socks5"],
};
