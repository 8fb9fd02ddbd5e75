/** Which addresses an exit may have: those of the internet. */
import { type DestinationPolicy, judgeAddress } from "@turnpike/rules/destination.ts";

export const emptyPolicy: DestinationPolicy = {
  allow: new Set(),
  ownAddresses: new Set(),
  ownNames: new Set(),
};

/** Whether an address is one of the internet. */
export const isPublic = (ip: string): boolean => judgeAddress(ip, emptyPolicy).allowed;
