/** Examples of the traffic plan. */
import { gateway } from "./customer.ts";

export const endpoint = {
  region: "europe",
  regionName: "Europe",
  node: "fra-1",
  host: gateway,
  port: 8_000,
  protocols: ["http", "socks5"],
};
export const requestId = "5d0c4e1b-8a7f-4c36-b2d9-1f6e3a907c58";
