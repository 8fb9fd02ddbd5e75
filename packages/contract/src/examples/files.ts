/** Files that are answered by GET, by example: by the name of what answers them. */
import { frankfurt, gateway, openedIp, planPort, shortIp } from "./customer.ts";

const line = (one: { host: string; port: number; account: string; password: string }) =>
  `${one.host}:${one.port}:${one.account}:${one.password}\n`;

export const fileExamples: Record<string, string> = {
  statementFile:
    "date,asset,kind,amount,balance,reference\n2026-03-01,Wallet,Order,-220.00,305.00,T260301-001\n",
  staticExport: line(frankfurt),
  shortExport: line(shortIp),
  poolExport: line({ ...openedIp, account: openedIp.username ?? "", password: "Example4Pass" }),
  unlimitedExport: line(planPort),
  whitePortExport: `${gateway}:30001\n`,
  extract: `${gateway}:5003\n${gateway}:5004`,
};
